import { defineLanguage } from "../contract.ts";

/** Read as text windows: found by its words, not by its symbols. */
export default defineLanguage({
  id: "shader",
  label: "Shader",
  extensions: [".glsl", ".vert", ".frag", ".geom", ".comp", ".hlsl", ".wgsl", ".metal", ".cginc", ".shader"],
  role: "code",
});
