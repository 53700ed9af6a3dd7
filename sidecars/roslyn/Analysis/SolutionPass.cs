using System.Diagnostics;
using Clew.Roslyn.Projects;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Clew.Roslyn.Analysis;

/// <summary>Project by project, those first that others need; what no later project needs is let go.</summary>
sealed class SolutionPass(ProjectGraph graph, Compiler compiler, HashSet<Project> affected)
{
    /// <summary>How long results are gathered before they are handed on.</summary>
    static readonly TimeSpan BatchTime = TimeSpan.FromMilliseconds(80);
    const int MaxFailureLength = 300;

    readonly DeclaredNames names = new();

    public Targets Targets { get; } = new();

    /// <summary>Results in parts; an empty one says that a step is done.</summary>
    public IEnumerable<IReadOnlyList<FileUses>> Run()
    {
        var needed = new HashSet<Project>(affected.Concat(affected.SelectMany(graph.NeededBy)));
        var order = graph.Ordered.Where(needed.Contains).ToList();
        var lastUse = new Dictionary<Project, int>();
        for (int at = 0; at < order.Count; at++)
        {
            lastUse[order[at]] = at;
            foreach (var each in graph.NeededBy(order[at])) lastUse[each] = at;
        }
        for (int at = 0; at < order.Count; at++)
        {
            var project = order[at];
            var compilation = compiler.Compile(project);
            names.AddAll(compilation.SyntaxTrees);
            yield return [];
            if (affected.Contains(project))
                foreach (var part in Analyse(project, compilation)) yield return part;
            Targets.ForgetSymbols();
            foreach (var (each, last) in lastUse)
                if (last == at) compiler.Release(each);
        }
    }

    IEnumerable<IReadOnlyList<FileUses>> Analyse(Project project, CSharpCompilation compilation)
    {
        var owned = graph.OwnedBy(project).ToHashSet(StringComparer.Ordinal);
        var part = new List<FileUses>();
        var since = Stopwatch.StartNew();
        foreach (var tree in compilation.SyntaxTrees.Where(tree => owned.Contains(tree.FilePath)))
        {
            part.Add(UsesOf(compilation, tree));
            if (since.Elapsed < BatchTime) continue;
            yield return part;
            part = [];
            since.Restart();
        }
        if (part.Count > 0) yield return part;
    }

    FileUses UsesOf(CSharpCompilation compilation, SyntaxTree tree)
    {
        if (compiler.TooDeep.Contains(tree.FilePath)) return new(tree.FilePath) { Failure = "its code is nested too deeply" };
        var found = new FileUses(tree.FilePath);
        try
        {
            new UseWalker(compilation.GetSemanticModel(tree), Targets, names, found).Run();
            return found;
        }
        // The compiler's own faults, and code that is nested deeper than any stack.
        catch (Exception error) when (error is not OutOfMemoryException)
        {
            var message = error.Message.Length > MaxFailureLength ? error.Message[..MaxFailureLength] : error.Message;
            return new(tree.FilePath) { Failure = $"{error.GetType().Name}: {message}" };
        }
    }
}
