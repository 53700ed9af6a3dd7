/** The list of frameworks: one line each. */
import type { FrameworkRule } from "./contract.ts";
import express from "./express/rule.ts";
import fastapi from "./fastapi/rule.ts";
import nestjs from "./nestjs/rule.ts";

// biome-ignore format: a framework is a line of its own.
export const FRAMEWORKS: readonly FrameworkRule[] = [
  express,
  fastapi,
  nestjs,
];
