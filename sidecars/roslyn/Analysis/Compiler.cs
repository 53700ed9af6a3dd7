using Clew.Roslyn.Projects;
using Clew.Roslyn.References;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;

namespace Clew.Roslyn.Analysis;

/// <summary>Makes compilations of projects out of texts. No analyzer and no source generator is ever loaded.</summary>
sealed class Compiler(ViewFiles files, ProjectGraph graph, FrameworkPacks frameworks, PackageFolder packages, AssemblyReferences assemblies)
{
    const string FriendAttribute = "InternalsVisibleTo";

    readonly Dictionary<Project, CSharpCompilation> made = [];
    readonly Dictionary<Project, HashSet<string>> missing = [];

    /// <summary>Packages that a project wants and that are not on this machine, sorted.</summary>
    public IEnumerable<string> MissingOf(Project project) => missing[project].Order(StringComparer.Ordinal);

    /// <summary>Projects that it needs must have been compiled before.</summary>
    public CSharpCompilation Compile(Project project)
    {
        if (made.TryGetValue(project, out var known)) return known;
        var parsing = new CSharpParseOptions(LanguageOf(project), DocumentationMode.None, SourceCodeKind.Regular, project.Symbols);
        var trees = project.Sources.Select(path => Parse(path, parsing)).ToList();
        trees.Add(CSharpSyntaxTree.ParseText(Added(project, trees), parsing, path: ""));
        var options = new CSharpCompilationOptions(
            project.IsProgram ? OutputKind.ConsoleApplication : OutputKind.DynamicallyLinkedLibrary,
            allowUnsafe: true,
            nullableContextOptions: project.IsNullable ? NullableContextOptions.Enable : NullableContextOptions.Disable,
            // What the tree says is wanted, not whether it would build.
            reportSuppressedDiagnostics: false);
        return made[project] = CSharpCompilation.Create(project.AssemblyName, trees, ReferencesOf(project), options);
    }

    /// <summary>Sources that are not handed to the parser.</summary>
    public HashSet<string> TooDeep { get; } = new(StringComparer.Ordinal);

    SyntaxTree Parse(string path, CSharpParseOptions parsing)
    {
        var text = files.Read(path)!;
        if (Nesting.IsTooDeep(text))
        {
            TooDeep.Add(path);
            text = "";
        }
        return CSharpSyntaxTree.ParseText(SourceText.From(text), parsing, path);
    }

    /// <summary>Once no later project needs it, what was compiled is let go.</summary>
    public void Release(Project project) => made.Remove(project);

    IEnumerable<MetadataReference> ReferencesOf(Project project)
    {
        var needed = graph.NeededBy(project);
        var absent = missing[project] = new(StringComparer.OrdinalIgnoreCase);
        var wanted = project.Packages.Concat(needed.SelectMany(each => each.Packages)).Where(package => graph.StandInFor(package) is null);
        var fromPackages = packages.AssembliesOf(wanted, project.Framework, absent).ToList();
        var named = project.Frameworks.Concat(needed.SelectMany(each => each.Frameworks));
        // The packages that most others lean on (Microsoft.Extensions.…) are part of the web framework, which comes with the SDK.
        if (absent.Count > 0) named = named.Append(ProjectReader.AspNetCore);
        var fromFiles = frameworks.AssembliesOf(project.Framework, named).Concat(fromPackages);
        foreach (var reference in assemblies.Open(fromFiles)) yield return reference;
        var aliases = project.Projects.ToLookup(each => each.Path, each => each.Aliases);
        foreach (var each in needed)
        {
            // Absent when two projects need each other.
            if (!made.TryGetValue(each, out var compilation)) continue;
            yield return compilation.ToMetadataReference([.. aliases[each.Path].SelectMany(names => names)]);
        }
    }

    static LanguageVersion LanguageOf(Project project) =>
        LanguageVersionFacts.TryParse(project.Language, out var version) ? version : LanguageVersion.Preview;

    /// <summary>What a build would add: usings of the project, and friends, whose keys are not ours to compare.</summary>
    static string Added(Project project, IEnumerable<SyntaxTree> trees)
    {
        var friends = project.Friends.Concat(trees.SelectMany(FriendsNamedIn))
            .Select(friend => friend.Split(',')[0].Trim())
            .Where(PackageFolder.IsPlainName).Distinct(StringComparer.Ordinal);
        return string.Join('\n', project.Usings.Select(each => each.ToString())
            .Concat(friends.Select(friend => $"[assembly: System.Runtime.CompilerServices.InternalsVisibleTo(\"{friend}\")]")));
    }

    static IEnumerable<string> FriendsNamedIn(SyntaxTree tree)
    {
        foreach (var attribute in ((CompilationUnitSyntax)tree.GetRoot()).AttributeLists.SelectMany(list => list.Attributes))
        {
            if (!attribute.Name.ToString().Contains(FriendAttribute, StringComparison.Ordinal)) continue;
            // `"Tests, PublicKey=" + Key`: the first text has the name.
            var text = attribute.ArgumentList?.DescendantNodes().OfType<LiteralExpressionSyntax>().FirstOrDefault();
            if (text?.Token.Value is string friend) yield return friend;
        }
    }
}
