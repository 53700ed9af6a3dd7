/** C# 14 writes extensions in blocks that name what they extend once. */
import { it } from "vitest";
import { checkProject } from "./check-project.ts";

it("what stands in an extension block extends the type in its head, with and without type parameters", async () => {
  await checkProject(`//- Shop.cs
namespace Shop;
class Cart { public int Sum() { return 1; } }
class Bag<T> { public T First() { return default; } }
static class CartExtensions {
  extension(Cart cart) {
    /// <summary>Braces } in comments and "}" in strings close nothing.</summary>
    public int Twice(int times = 2) { var text = "}"; return cart.Sum() * times; }
    public int Half => cart.Sum() / 2;
  }
  extension<T>(Bag<T> bag) where T : class { public T Pick() { return bag.First(); } }
  public static int Old(this Cart cart) { return cart.Twice(); }
}
class Till { int Run(Cart cart, Bag<Cart> bag) { bag.Pick(); return cart.Twice(3) + cart.Old(); } }
//- expect
Shop.cs#CartExtensions.Twice calls Shop.cs#Cart.Sum
Shop.cs#CartExtensions.Pick calls Shop.cs#Bag.First
Shop.cs#CartExtensions.Old calls Shop.cs#CartExtensions.Twice
Shop.cs#Till.Run calls Shop.cs#CartExtensions.Twice
Shop.cs#Till.Run calls Shop.cs#CartExtensions.Old
Shop.cs#Till.Run calls Shop.cs#CartExtensions.Pick
Shop.cs#CartExtensions references Shop.cs#Cart
`);
});
