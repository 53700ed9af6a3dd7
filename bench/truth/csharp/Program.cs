// Every call of a C# tree by Roslyn, one JSON object per line; with a second argument `implementations`, for every interface, class and
// member those that implement or override it, each as the list of its parts. The whole tree is one compilation over the library of the running .NET:
// packages are not there, and what comes from them is unknown.
using System.Text.Json;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

var root = Path.GetFullPath(args[0]);
var options = new JsonSerializerOptions { PropertyNamingPolicy = JsonNamingPolicy.CamelCase };
var language = new CSharpParseOptions(LanguageVersion.Preview, preprocessorSymbols: ["NET", "NET8_0_OR_GREATER", "NETCOREAPP"]);
var trees = Directory.EnumerateFiles(root, "*.cs", SearchOption.AllDirectories)
    .Where(file => !file.Contains("/obj/") && !file.Contains("/bin/"))
    .Order(StringComparer.Ordinal)
    .Select(file => CSharpSyntaxTree.ParseText(File.ReadAllText(file), language, file))
    .Append(CSharpSyntaxTree.ParseText(GlobalUsings(root), language, "usings.cs"))
    .ToList();
var references = Directory.EnumerateFiles(Path.GetDirectoryName(typeof(object).Assembly.Location)!, "*.dll")
    .Select(TryReference).OfType<MetadataReference>().ToList();
var compilation = CSharpCompilation.Create("tree", trees, references, new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary, allowUnsafe: true));

if (args.Length > 1 && args[1] == "implementations") PrintImplementations();
else foreach (var tree in trees.SkipLast(1)) PrintCalls(tree);

void PrintCalls(SyntaxTree tree)
{
    var model = compilation.GetSemanticModel(tree);
    foreach (var node in tree.GetRoot().DescendantNodes())
    {
        var (name, receiver) = node switch
        {
            InvocationExpressionSyntax call => NameOf(call.Expression),
            ObjectCreationExpressionSyntax made => NameOf(made.Type),
            _ => (null, ""),
        };
        if (name is null || name.Identifier.Text == "nameof") continue;
        var info = model.GetSymbolInfo(node);
        var symbols = info.Symbol is { } one ? [one] : info.CandidateSymbols;
        var targets = symbols.SelectMany(symbol => Declarations(symbol, node is ObjectCreationExpressionSyntax)).ToList();
        // A delegate is called through what holds it.
        if (info.Symbol is IMethodSymbol { MethodKind: MethodKind.DelegateInvoke } && node is InvocationExpressionSyntax held)
            targets.AddRange(model.GetSymbolInfo(held.Expression).Symbol is { } holder ? Declarations(holder, false) : []);
        Print(new { Path = Relative(tree.FilePath), Line = LineOf(name.Identifier), Name = name.Identifier.Text, Receiver = receiver, IsKnown = symbols.Length > 0, Targets = targets });
    }
}

(SimpleNameSyntax?, string) NameOf(ExpressionSyntax expression) => expression switch
{
    SimpleNameSyntax name => (name, ""),
    MemberAccessExpressionSyntax access => (access.Name, access.Expression.ToString()),
    MemberBindingExpressionSyntax binding => (binding.Name, "x"),
    QualifiedNameSyntax qualified => (qualified.Right, ""),
    _ => (null, ""),
};

IEnumerable<object> Declarations(ISymbol symbol, bool isMaking)
{
    var method = (symbol as IMethodSymbol)?.ReducedFrom ?? symbol;
    var places = method.OriginalDefinition.Locations.Concat(
        isMaking ? method.ContainingType.OriginalDefinition.Locations : []);
    return places.Where(place => place.IsInSource)
        .Select(place => (object)new { Path = Relative(place.SourceTree!.FilePath), Line = place.GetLineSpan().StartLinePosition.Line + 1, IsFunction = method is IMethodSymbol { MethodKind: not MethodKind.DelegateInvoke } });
}

void PrintImplementations()
{
    var types = compilation.Assembly.GlobalNamespace.GetNamespaceMembers().SelectMany(AllTypes)
        .Concat(compilation.Assembly.GlobalNamespace.GetTypeMembers().SelectMany(Nested)).ToList();
    var found = new Dictionary<ISymbol, HashSet<ISymbol>>(SymbolEqualityComparer.Default);
    void Add(ISymbol of, ISymbol by)
    {
        if (!of.Locations.Any(place => place.IsInSource)) return;
        if (!found.TryGetValue(of, out var known)) found[of] = known = new HashSet<ISymbol>(SymbolEqualityComparer.Default);
        known.Add(by);
    }
    foreach (var type in types)
    {
        foreach (var contract in type.AllInterfaces) Add(contract.OriginalDefinition, type);
        for (var above = type.BaseType; above is not null; above = above.BaseType) Add(above.OriginalDefinition, type);
        foreach (var contract in type.AllInterfaces)
            foreach (var member in contract.GetMembers())
                if (type.FindImplementationForInterfaceMember(member) is { } own && !own.IsImplicitlyDeclared && own.ContainingType.Equals(type, SymbolEqualityComparer.Default))
                    Add(member.OriginalDefinition, own);
        foreach (var method in type.GetMembers().OfType<IMethodSymbol>())
            for (var above = method.OverriddenMethod; above is not null; above = above.OverriddenMethod) Add(above.OriginalDefinition, method);
    }
    foreach (var (of, by) in found.Where(pair => pair.Key is INamedTypeSymbol or IMethodSymbol { MethodKind: MethodKind.Ordinary }))
        Print(new { Asked = PlaceOf(of), Name = of.Name, Implementations = by.Where(one => one is not IMethodSymbol { MethodKind: not MethodKind.Ordinary and not MethodKind.ExplicitInterfaceImplementation }).Select(one => PlacesOf(one).Order(StringComparer.Ordinal)) });
}

IEnumerable<INamedTypeSymbol> AllTypes(INamespaceSymbol space) =>
    space.GetTypeMembers().SelectMany(Nested).Concat(space.GetNamespaceMembers().SelectMany(AllTypes));

IEnumerable<INamedTypeSymbol> Nested(INamedTypeSymbol type) => type.GetTypeMembers().SelectMany(Nested).Prepend(type);

string PlaceOf(ISymbol symbol) => PlacesOf(symbol).First();

IEnumerable<string> PlacesOf(ISymbol symbol) =>
    symbol.Locations.Where(place => place.IsInSource).Select(place => $"{Relative(place.SourceTree!.FilePath)}:{place.GetLineSpan().StartLinePosition.Line + 1}");

// What the projects open for all their files, and what the SDK opens where they ask for it.
static string GlobalUsings(string root)
{
    string[] implied = ["System", "System.Collections.Generic", "System.IO", "System.Linq", "System.Net.Http", "System.Threading", "System.Threading.Tasks"];
    var written = Directory.EnumerateFiles(root, "*.*", SearchOption.AllDirectories)
        .Where(file => file.EndsWith(".csproj") || file.EndsWith(".props") || file.EndsWith(".targets"))
        .SelectMany(file => System.Text.RegularExpressions.Regex.Matches(File.ReadAllText(file), "<Using\\s+Include=\"([\\w.]+)\"\\s*/>").Select(match => match.Groups[1].Value));
    return string.Join("\n", implied.Concat(written).Distinct().Select(name => $"global using {name};"));
}

static MetadataReference? TryReference(string file)
{
    try { System.Reflection.AssemblyName.GetAssemblyName(file); return MetadataReference.CreateFromFile(file); }
    catch (BadImageFormatException) { return null; }
}

int LineOf(SyntaxToken token) => token.GetLocation().GetLineSpan().StartLinePosition.Line + 1;
string Relative(string file) => Path.GetRelativePath(root, file).Replace('\\', '/');
void Print(object value) => Console.WriteLine(JsonSerializer.Serialize(value, options));
