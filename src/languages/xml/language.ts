import { defineLanguage } from "../contract.ts";

/** Read as text windows: found by its words, not by its symbols. */
export default defineLanguage({
  id: "xml",
  label: "XML",
  extensions: [
    ".xml",
    ".xsd",
    ".xsl",
    ".xslt",
    ".csproj",
    ".vbproj",
    ".fsproj",
    ".vcxproj",
    ".proj",
    ".props",
    ".targets",
    ".nuspec",
    ".xaml",
    ".axaml",
    ".resx",
    ".config",
    ".plist",
    ".wsdl",
    ".pom",
    ".slnx",
    ".ruleset",
  ],
  filenames: ["Directory.Build.props"],
  role: "data",
  limits: { maxBytes: 500_000 },
});
