import { expect, it } from "vitest";
import { animate } from "../../../../tools/tour/picture/animate.ts";
import { drawScreen } from "../../../../tools/tour/picture/screen.ts";

function scene(typed: string, answer: string) {
  return { prompt: 2, typed: typed.length, rows: drawScreen(`$ ${typed}\n${answer}`, 20) };
}

const { content, rules } = animate([scene("one", "1"), scene("twelve", "12")]);
const sheet = rules.join("\n");

it("a film shows each scene in its time, one after another", () => {
  // 0.6 s before a key is hit, 0.035 s for a key, 0.4 s until the answer, 4.5 s to read it.
  expect(sheet.match(/@keyframes scene.*/g)).toEqual([
    "@keyframes scene0 { 0% { visibility: hidden; } 0% { visibility: visible; } 49.54%, 100% { visibility: hidden; } }",
    "@keyframes scene1 { 0% { visibility: hidden; } 49.54% { visibility: visible; } 100%, 100% { visibility: hidden; } }",
  ]);
});

it("a film types key by key, and answers when all is typed", () => {
  expect(sheet).toContain(
    "@keyframes keys0 { 0%, 5.3% { transform: none; animation-timing-function: steps(3); } 6.23%, 100% { transform: translateX(25.2px); } }",
  );
  expect(sheet).toContain("@keyframes answer0 { 0% { visibility: hidden; } 9.77% { visibility: visible; }");
});

it("a film stands still at its first scene if nothing may move", () => {
  const [still = ""] = sheet.split("@media (prefers-reduced-motion: no-preference) {");
  expect(still.trim().split("\n")).toEqual([
    ".scene, .answer { visibility: hidden; }",
    ".scene.first, .scene.first .answer { visibility: visible; }",
    ".hand { visibility: hidden; }",
  ]);
  expect(content.filter((line) => line.startsWith('<g class="scene'))).toEqual([
    '<g class="scene s0 first">',
    '<g class="scene s1">',
  ]);
});
