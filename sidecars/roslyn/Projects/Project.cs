namespace Clew.Roslyn.Projects;

sealed record ProjectReference(string Path, IReadOnlyList<string> Aliases);

sealed record PackageReference(string Id, string Version);

/// <summary>A namespace or type that every file of a project opens.</summary>
sealed record GlobalUsing(string Name, bool IsStatic, string Alias)
{
    public override string ToString() =>
        $"global using {(IsStatic ? "static " : "")}{(Alias.Length > 0 ? Alias + " = " : "")}{Name};";
}

/// <summary>What the compiler needs to know of one project, chosen for one target framework.</summary>
sealed class Project
{
    public required string Path { get; init; }
    public required string AssemblyName { get; init; }
    /// <summary>The id of the package that it would be published as.</summary>
    public required string Package { get; init; }
    public required TargetFramework Framework { get; init; }
    public required IReadOnlyList<string> Sources { get; init; }
    public required IReadOnlyList<string> Symbols { get; init; }
    public required string Language { get; init; }
    public required bool IsNullable { get; init; }
    public required bool IsProgram { get; init; }
    public required IReadOnlyList<GlobalUsing> Usings { get; init; }
    public required IReadOnlyList<ProjectReference> Projects { get; init; }
    public required IReadOnlyList<PackageReference> Packages { get; init; }
    public required IReadOnlyList<string> Frameworks { get; init; }
    /// <summary>Assemblies that may see what is internal here.</summary>
    public required IReadOnlyList<string> Friends { get; init; }

    public string Folder => ViewFiles.FolderOf(Path);
}
