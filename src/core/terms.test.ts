import { describe, expect, it } from "vitest";
import { wordTerms } from "./terms.ts";

describe("parts of words with digits", () => {
  it.each([
    ["mesh3d", ["mesh3d", "mesh", "3d"]],
    ["Mesh3D", ["mesh3d", "mesh", "3d"]],
    ["to2DArray", ["to2darray", "to", "2d", "array"]],
    ["get3rdItem", ["get3rditem", "get", "3rd", "item"]],
    ["awsS3Bucket", ["awss3bucket", "aws", "s3", "bucket"]],
    ["i18nService", ["i18nservice", "i18n", "servic"]],
    ["m2mField", ["m2mfield", "m2m", "field"]],
    ["is2faEnabled", ["is2faenabled", "is", "2fa", "enabl"]],
    ["MD5", ["md5"]],
    ["sha256", ["sha256", "sha", "256"]],
    ["SHA1", ["sha1", "sha", "1"]],
    ["http2Server", ["http2server", "http", "2", "server"]],
    ["Float32Array", ["float32array", "float", "32", "array"]],
    ["user1Name", ["user1name", "user", "1", "name"]],
    ["getUserNames", ["getusernames", "get", "user", "name"]],
  ])("%s", (word, terms) => {
    expect(wordTerms(word)).toEqual(terms);
  });
});
