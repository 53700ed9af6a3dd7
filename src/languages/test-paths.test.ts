import { expect, it } from "vitest";
import { isTestPath, isTestSupportPath } from "./test-paths.ts";

it.each([
  "src/cart.test.ts",
  "src/cart.e2e-spec.ts",
  "shop/test_cart.py",
  "shop/tests.py",
  "shop/cart_test.go",
  "src/CartTest.java",
  "Shop/CartSpecs.cs",
  "tests/helper.c",
  "pkg/__tests__/cart.js",
  "Shop.Tests/Cart.cs",
  "Shop.UnitTests/Cart.cs",
  "Shop.IntegrationTests.Sql/Cart.cs",
  "ShopTests/Cart.swift",
  "app/src/androidTest/java/Cart.java",
  "src/commonTest/kotlin/Cart.kt",
  "shop-tests/cart.rb",
  "tests/mocks/cart.ts",
])("%s is a test", (path) => {
  expect(isTestPath(path)).toBe(true);
});

it.each([
  "src/mocks/cart.ts",
  "shop/__mocks__/cart.js",
  "shop/fixtures/users.json",
  "src/Cart.stories.tsx",
  "src/cart.bench.ts",
  "src/cart_test.txt",
  "tools/test_build.sh",
  "test-utils/render.tsx",
  "docs_src/async_tests/main.py",
])("%s goes with the tests and is none", (path) => {
  expect(isTestPath(path)).toBe(false);
  expect(isTestSupportPath(path)).toBe(true);
});

it.each([
  "src/cart.ts",
  "src/contest/entry.ts",
  "src/latest/cart.py",
  "src/testimonials.ts",
  "src/inspection/cart.cs",
])("%s is code", (path) => {
  expect(isTestPath(path)).toBe(false);
  expect(isTestSupportPath(path)).toBe(false);
});
