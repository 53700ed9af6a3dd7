/** Parameters that several questions share. In an address everything is text, so numbers are read from it. */
import { z } from "zod";

export const repoInput = z.string().min(1).max(4_000).describe("Repository: name or folder");
export const pathInput = z.string().min(1).max(4_000).describe("File of the repository");

export function numberInput(min: number, max: number, absent: number, describes: string) {
  return z.coerce.number().int().min(min).max(max).default(absent).describe(describes);
}
