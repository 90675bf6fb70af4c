import { render } from "preact";
import { App } from "./app.tsx";
import { follow } from "./server.ts";

const place = document.getElementById("inspector");
if (place !== null) render(<App />, place);
void follow();
