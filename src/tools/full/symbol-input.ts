import { z } from "zod";

export const symbolInput = z
  .string()
  .min(1)
  .max(1000)
  .describe("Name, Class.method, ns::name, path#Qualified.name or file:line");
