using Clew.Roslyn.References;

namespace Clew.Roslyn.Projects;

/// <summary>All projects of the view, those first that others need, and who speaks for which file.</summary>
sealed class ProjectGraph
{
    /// <summary>Of files that lie in no project's folder.</summary>
    public const string Loose = "";

    readonly Dictionary<string, Project> byPath = new(StringComparer.Ordinal);
    readonly Dictionary<string, Project> byPackage = new(StringComparer.OrdinalIgnoreCase);
    readonly PackageFolder packages;
    readonly Dictionary<string, Project> owners = new(StringComparer.Ordinal);

    /// <summary>A project comes after every project it needs; references that close a circle do not count.</summary>
    public IReadOnlyList<Project> Ordered { get; }

    public ProjectGraph(ViewFiles files, Version newestCore, PackageFolder packages)
    {
        this.packages = packages;
        var reader = new ProjectReader(files, newestCore);
        foreach (var path in files.WithEnding(".csproj"))
            if (reader.Read(path) is { } project) byPath[path] = project;
        var listed = Solutions.ProjectsNamed(files);
        foreach (var project in byPath.Values)
            foreach (var source in project.Sources)
                if (!owners.TryGetValue(source, out var known) || Speaks(project, known, source, listed)) owners[source] = project;
        if (LooseProject(files, newestCore) is { } loose)
        {
            byPath[Loose] = loose;
            foreach (var source in loose.Sources) owners[source] = loose;
        }
        foreach (var project in byPath.Values.OrderBy(project => project.Path, StringComparer.Ordinal)) byPackage.TryAdd(project.Package, project);
        Ordered = Sort();
    }

    /// <summary>The project of the view that a package is made of, when the package itself is not on this machine.</summary>
    public Project? StandInFor(PackageReference package) =>
        packages.VersionsOf(package.Id).Count > 0 ? null : byPackage.GetValueOrDefault(package.Id);

    /// <summary>What a project names itself.</summary>
    IEnumerable<Project> NamedBy(Project project) =>
        project.Projects.Select(reference => byPath.GetValueOrDefault(reference.Path)).Concat(project.Packages.Select(StandInFor)).OfType<Project>();

    public Project? OwnerOf(string source) => owners.GetValueOrDefault(source);

    /// <summary>The sources whose links a project's compilation gives.</summary>
    public IEnumerable<string> OwnedBy(Project project) => project.Sources.Where(source => OwnerOf(source) == project);

    /// <summary>Projects whose code a project sees: those it names and, through them, those that they name.</summary>
    public IReadOnlyList<Project> NeededBy(Project project)
    {
        var needed = new List<Project>();
        var seen = new HashSet<Project> { project };
        void Add(Project of)
        {
            foreach (var target in NamedBy(of))
            {
                if (!seen.Add(target)) continue;
                needed.Add(target);
                Add(target);
            }
        }
        Add(project);
        return needed;
    }

    /// <summary>The projects of these files, and all whose code may mean something else once theirs has changed.</summary>
    public HashSet<Project> AffectedBy(IEnumerable<string> sources)
    {
        var changed = sources.Select(OwnerOf).OfType<Project>().ToHashSet();
        return [.. Ordered.Where(project => changed.Contains(project) || NeededBy(project).Any(changed.Contains))];
    }

    /// <summary>A project of a solution before others, then the one whose folder is nearest to the file, then by path.</summary>
    static bool Speaks(Project one, Project other, string source, HashSet<string> listed)
    {
        int Rank(Project project) =>
            (listed.Contains(project.Path) ? 1_000_000 : 0)
            + (project.Folder.Length == 0 ? 1 : source.StartsWith(project.Folder + "/", StringComparison.Ordinal) ? project.Folder.Length + 1 : 0);
        int order = Rank(one).CompareTo(Rank(other));
        return order > 0 || (order == 0 && string.CompareOrdinal(one.Path, other.Path) < 0);
    }

    /// <summary>Sources that no project could have meant: scripts of a game engine, a tree without project files.</summary>
    Project? LooseProject(ViewFiles files, Version newestCore)
    {
        var folders = byPath.Values.Select(project => project.Folder).ToHashSet(StringComparer.Ordinal);
        bool IsBelowProject(string source)
        {
            for (var folder = ViewFiles.FolderOf(source); ; folder = ViewFiles.FolderOf(folder))
            {
                if (folders.Contains(folder)) return true;
                if (folder.Length == 0) return false;
            }
        }
        string[] sources = [.. files.Sources.Where(source => !owners.ContainsKey(source) && !IsBelowProject(source))];
        if (sources.Length == 0) return null;
        var framework = new TargetFramework(FrameworkFamily.Core, newestCore, $"net{newestCore}");
        return new()
        {
            Path = Loose, AssemblyName = "loose", Package = "", Framework = framework, Sources = sources, Symbols = [.. framework.Symbols()],
            Language = "preview", IsNullable = false, IsProgram = false, Usings = [], Projects = [], Packages = [], Frameworks = [], Friends = [],
        };
    }

    List<Project> Sort()
    {
        var sorted = new List<Project>();
        var state = new Dictionary<Project, bool>();
        // Not by recursion: a planted chain of projects may be as long as it likes.
        foreach (var start in byPath.Values.OrderBy(project => project.Path, StringComparer.Ordinal))
        {
            var stack = new Stack<Project>();
            stack.Push(start);
            while (stack.Count > 0)
            {
                var project = stack.Peek();
                if (state.TryGetValue(project, out bool isDone))
                {
                    stack.Pop();
                    if (!isDone) sorted.Add(project);
                    state[project] = true;
                    continue;
                }
                state[project] = false;
                foreach (var target in NamedBy(project))
                    if (!state.ContainsKey(target)) stack.Push(target);
            }
        }
        return sorted;
    }
}
