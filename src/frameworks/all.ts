/** The list of frameworks: one line each. */
import aspnet from "./aspnet/rule.ts";
import type { FrameworkRule } from "./contract.ts";
import django from "./django/rule.ts";
import express from "./express/rule.ts";
import fastapi from "./fastapi/rule.ts";
import flask from "./flask/rule.ts";
import jaxrs from "./jaxrs/rule.ts";
import micronaut from "./micronaut/rule.ts";
import nestjs from "./nestjs/rule.ts";
import spring from "./spring/rule.ts";

// biome-ignore format: a framework is a line of its own.
export const FRAMEWORKS: readonly FrameworkRule[] = [
  aspnet,
  django,
  express,
  fastapi,
  flask,
  jaxrs,
  micronaut,
  nestjs,
  spring,
];
