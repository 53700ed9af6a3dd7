import { describe, expect, it } from "vitest";
import { RecentMap } from "./recent-map.ts";

describe("a map of recent values", () => {
  it("never holds more than twice its limit", () => {
    const map = new RecentMap<number, string>(10);
    for (let key = 0; key < 1_000; key++) {
      map.set(key, String(key));
      expect(map.size).toBeLessThanOrEqual(20);
    }
    expect(map.get(0)).toBeUndefined();
    expect(map.get(999)).toBe("999");
  });

  it("keeps what is asked for again and again", () => {
    const map = new RecentMap<string, string>(10);
    map.set("hot", "value");
    for (let key = 0; key < 1_000; key++) {
      map.set(`cold ${key}`, "value");
      expect(map.get("hot")).toBe("value");
    }
  });

  it("keeps of a key what it is told to, also when it is asked for again", () => {
    const kept: string[] = [];
    const map = new RecentMap<string, number>(1, (key) => {
      kept.push(key);
      return key;
    });
    map.set("a", 1);
    map.set("b", 2);
    expect(map.get("a")).toBe(1);
    expect(kept).toEqual(["a", "b", "a"]);
  });
});
