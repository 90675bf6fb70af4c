import { render } from "preact";
import { App } from "./app.tsx";
import { follow } from "./server.ts";

const container = document.getElementById("inspector");
if (container !== null) render(<App />, container);
void follow();
