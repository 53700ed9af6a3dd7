// What Roslyn's own FindReferences says of sampled symbols, over a solution that MSBuild has loaded and restored.
//
// Input, one JSON object: { root, solution, symbols: [{ path, offset }] }. Output: a line with the documents of the solution, then
// one for each symbol: { path, offset, isOpen, sites: [{ path, offset, isCall, isExact, isImport }] }; no sites when nothing is declared there.
// `isOpen`: it overrides or implements what the tree does not declare, `ToString` for example, and so is of one family with all that do.
using System.Text.Json;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.FindSymbols;
using Microsoft.CodeAnalysis.MSBuild;

var asked = JsonDocument.Parse(File.ReadAllText(args[0])).RootElement;
var root = asked.GetProperty("root").GetString()!;
using var workspace = MSBuildWorkspace.Create();
workspace.RegisterWorkspaceFailedHandler(failure => Console.Error.WriteLine(failure.Diagnostic.Message));
var solution = await workspace.OpenSolutionAsync(asked.GetProperty("solution").GetString()!);
foreach (var project in solution.Projects)
{
    // Only what is written counts: generators would add files that are not in the tree.
    foreach (var analyzer in project.AnalyzerReferences) solution = solution.RemoveAnalyzerReference(project.Id, analyzer);
    var errors = (await solution.GetProject(project.Id)!.GetCompilationAsync())!.GetDiagnostics().Count(each => each.Severity == DiagnosticSeverity.Error);
    Console.Error.WriteLine($"{project.Name}: {project.DocumentIds.Count} documents, {errors} errors");
}
var documents = solution.Projects.SelectMany(project => project.Documents).Select(document => FromRoot(document.FilePath!)).Distinct();
Console.WriteLine(JsonSerializer.Serialize(new { documents }));
foreach (var symbol in asked.GetProperty("symbols").EnumerateArray())
{
    var (path, offset) = (symbol.GetProperty("path").GetString()!, symbol.GetProperty("offset").GetInt32());
    var (sites, isOpen) = await SitesOf(path, offset);
    Console.WriteLine(JsonSerializer.Serialize(new { path, offset, isOpen, sites }));
}

async Task<(List<Site>? Sites, bool IsOpen)> SitesOf(string path, int offset)
{
    var sites = new Dictionary<(string, int), Site>();
    bool isDeclared = false, isOpen = false;
    foreach (var id in solution.GetDocumentIdsWithFilePath(Path.Combine(root, path)))
    {
        var document = solution.GetDocument(id)!;
        var node = (await document.GetSyntaxRootAsync())!.FindToken(offset).Parent;
        var declared = (await document.GetSemanticModelAsync())!.GetDeclaredSymbol(node!);
        if (declared is null) continue;
        isDeclared = true;
        foreach (var found in await SymbolFinder.FindReferencesAsync(declared, solution))
        {
            isOpen |= found.Definition.Locations.All(place => !place.IsInSource);
            var isExact = SymbolEqualityComparer.Default.Equals(Plain(found.Definition), Plain(declared)) || IsSamePlace(found.Definition, declared);
            foreach (var place in found.Locations)
            {
                var file = FromRoot(place.Document.FilePath!);
                var tokenRoot = await place.Document.GetSyntaxRootAsync();
                var start = place.Location.SourceSpan.Start;
                var token = tokenRoot!.FindToken(start, findInsideTrivia: true);
                // Words in documentation are no uses.
                if (token.Parent?.FirstAncestorOrSelf<DocumentationCommentTriviaSyntax>() is not null) continue;
                var known = sites.GetValueOrDefault((file, start));
                sites[(file, start)] = new(file, start, IsCall(token, place.IsImplicit), isExact || known?.isExact == true,
                    token.Parent?.FirstAncestorOrSelf<UsingDirectiveSyntax>() is not null);
            }
        }
    }
    return (isDeclared ? [.. sites.Values] : null, isOpen);
}

static ISymbol Plain(ISymbol symbol) => symbol is IMethodSymbol { ReducedFrom: { } whole } ? whole.OriginalDefinition : symbol.OriginalDefinition;

static bool IsSamePlace(ISymbol one, ISymbol other) =>
    one.Locations.Any(place => place.IsInSource && other.Locations.Any(each => each.IsInSource && each.SourceTree?.FilePath == place.SourceTree?.FilePath && each.SourceSpan == place.SourceSpan));

static bool IsCall(SyntaxToken token, bool isImplicit)
{
    if (isImplicit) return true;
    if (token.Parent is not SimpleNameSyntax name)
        return token.Parent is ConstructorInitializerSyntax or ImplicitObjectCreationExpressionSyntax;
    SyntaxNode callee = name;
    if (callee.Parent is MemberAccessExpressionSyntax access && access.Name == callee) callee = access;
    else if (callee.Parent is MemberBindingExpressionSyntax binding) callee = binding;
    while (callee.Parent is ParenthesizedExpressionSyntax || callee.Parent.IsKind(SyntaxKind.SuppressNullableWarningExpression)) callee = callee.Parent!;
    if (callee.Parent is InvocationExpressionSyntax call) return call.Expression == callee;
    while (callee.Parent is QualifiedNameSyntax or AliasQualifiedNameSyntax) callee = callee.Parent;
    return callee.Parent is ObjectCreationExpressionSyntax or AttributeSyntax;
}

string FromRoot(string file) => Path.GetRelativePath(root, file).Replace('\\', '/');

record Site(string path, int offset, bool isCall, bool isExact, bool isImport);
