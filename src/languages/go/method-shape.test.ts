import { expect, it } from "vitest";
import { methodShape } from "./method-shape.ts";

const CASES: [signature: string, parameters: string[], results: string[]][] = [
  ["Two(a, b int, c ...string) (n int, err error)", ["int", "int", "...string"], ["int", "error"]],
  ["func (s *S) Two(int, int, ...string) (int, error)", ["int", "int", "...string"], ["int", "error"]],
  ["Two(ctx context.Context, _ *pkg.Thing[a.B]) pkg.Other", ["Context", "*Thing[B]"], ["Other"]],
  ["Two(f func(int, string) error, m map[string][]int)", ["func(int,string)error", "map[string][]int"], []],
  ["Two(f func(id pkg.Identity, more ...int) bool)", ["func(Identity,...int)bool"], []],
  ["Two(chan int, interface{}) <-chan struct{}", ["chanint", "any"], ["<-chanstruct{}"]],
  ["Two()", [], []],
];

for (const [signature, parameters, results] of CASES)
  it(`reads ${signature}`, () => expect(methodShape("Two", signature)).toEqual({ parameters, results }));

it("says nothing about a signature that was cut", () => {
  expect(methodShape("Two", "Two(a int, b map[string]")).toBeNull();
  expect(methodShape("Two", "Two(a int) (int, …")).toBeNull();
});
