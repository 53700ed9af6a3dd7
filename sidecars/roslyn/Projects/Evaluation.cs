using System.Xml.Linq;

namespace Clew.Roslyn.Projects;

/// <summary>An item as written: what it includes, removes or updates, with its metadata; properties are expanded.</summary>
sealed record Item(string Include, string Exclude, string Remove, string Update, IReadOnlyDictionary<string, string> Metadata)
{
    public string Of(string name) => Metadata.GetValueOrDefault(name, "");
}

/// <summary>
/// Reads a project and what it imports as data: properties first, then items, as MSBuild does. Targets, tasks and
/// everything that would run are passed over; an import counts when it names a file of the view.
/// </summary>
sealed class Evaluation
{
    const int MaxImports = 200;

    readonly ViewFiles files;
    readonly string projectFolder;
    readonly List<(XElement Element, string File)> items = [];
    readonly HashSet<string> imported = new(StringComparer.Ordinal);

    public Properties Properties { get; }
    /// <summary>`Microsoft.NET.Sdk.Web` and the like; empty for a project of the old kind.</summary>
    public string Sdk { get; private set; } = "";

    Evaluation(ViewFiles files, string path)
    {
        this.files = files;
        projectFolder = ViewFiles.FolderOf(path);
        Properties = new Properties(files);
    }

    /// <summary>Null when the project is no XML. `framework`: for which of several the project is read.</summary>
    public static Evaluation? Read(ViewFiles files, string path, string? framework)
    {
        if (ProjectXml.Parse(files.Read(path) ?? "") is not { } root) return null;
        var evaluation = new Evaluation(files, path);
        evaluation.ReadProject(path, root, framework);
        return evaluation;
    }

    public IEnumerable<Item> Items(string type)
    {
        foreach (var (element, file) in items)
        {
            if (!element.Is(type)) continue;
            At(file);
            if (!Holds(element) || !Holds(element.Parent!)) continue;
            string Value(string name) => Properties.Expand(element.Value(name) ?? "");
            var metadata = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);
            foreach (var attribute in element.Attributes()) metadata[attribute.Name.LocalName] = Properties.Expand(attribute.Value);
            foreach (var child in element.Elements().Where(Holds)) metadata[child.Name.LocalName] = Properties.Expand(child.Value);
            yield return new(Value("Include"), Value("Exclude"), Value("Remove"), Value("Update"), metadata);
        }
    }

    void ReadProject(string path, XElement root, string? framework)
    {
        Sdk = (root.Value("Sdk") ?? root.Elements().FirstOrDefault(each => each.Is("Sdk"))?.Value("Name")
            ?? root.Elements().FirstOrDefault(each => each.Is("Import") && each.Value("Sdk") is not null)?.Value("Sdk") ?? "").Split('/')[0];
        SetKnown(path);
        if (framework is not null) Properties.Fix("TargetFramework", framework);
        ImportAbove("Directory.Build.props");
        ImportAbove("Directory.Packages.props");
        if (Sdk.Length > 0 && Properties["DefineConstants"].Length == 0) Properties.Set("DefineConstants", "TRACE;DEBUG");
        Walk(root, path);
        if (TargetFramework.Parse(Properties["TargetFramework"]) is { } target)
        {
            Properties.Set("TargetFrameworkIdentifier", target.Identifier);
            Properties.Set("TargetFrameworkVersion", $"v{target.Version}");
        }
        ImportAbove("Directory.Build.targets");
    }

    void SetKnown(string path)
    {
        var name = ViewFiles.NameOf(path);
        var folder = ViewFiles.Root + (projectFolder.Length > 0 ? projectFolder + "/" : "");
        Properties.Fix("MSBuildProjectDirectory", folder.TrimEnd('/'));
        Properties.Fix("MSBuildProjectName", name[..name.LastIndexOf('.')]);
        Properties.Fix("MSBuildProjectFile", name);
        Properties.Fix("MSBuildProjectFullPath", folder + name);
        Properties.Fix("MSBuildProjectExtension", name[name.LastIndexOf('.')..]);
        Properties.Fix("MSBuildRuntimeType", "Core");
        Properties.Fix("OS", "Unix");
        Properties.Set("Configuration", "Debug");
        Properties.Set("Platform", "AnyCPU");
        Properties.Set("ProjectDir", folder);
    }

    void ImportAbove(string name)
    {
        if (files.FindAbove(projectFolder, name) is { } path) Import(path);
    }

    void Import(string path)
    {
        if (imported.Count >= MaxImports || !imported.Add(path)) return;
        if (ProjectXml.Parse(files.Read(path) ?? "") is { } root) Walk(root, path);
    }

    void Walk(XElement parent, string file)
    {
        foreach (var element in parent.Elements())
        {
            At(file);
            if (element.Is("Choose"))
            {
                Choose(element, file);
                continue;
            }
            // Items are conditioned on what all properties have become in the end.
            if (element.Is("ItemGroup")) items.AddRange(element.Elements().Select(item => (item, file)));
            else if (!Holds(element)) continue;
            else if (element.Is("PropertyGroup")) SetAll(element);
            else if (element.Is("ImportGroup")) Walk(element, file);
            else if (element.Is("Import") && element.Value("Sdk") is null) ImportNamed(element, file);
        }
    }

    void Choose(XElement choose, string file)
    {
        var chosen = choose.Elements().FirstOrDefault(each => each.Is("Otherwise") || (each.Is("When") && Holds(each)));
        if (chosen is not null) Walk(chosen, file);
    }

    void SetAll(XElement group)
    {
        foreach (var property in group.Elements().Where(Holds))
            Properties.Set(property.Name.LocalName, Properties.Expand(property.Value.Trim()));
    }

    void ImportNamed(XElement element, string file)
    {
        var named = Properties.Expand(element.Value("Project") ?? "");
        if (named.Length == 0 || ViewFiles.Resolve(ViewFiles.FolderOf(file), named) is not { } path) return;
        if (path.Contains('*'))
        {
            if (Globs.Compile("", path) is { } fits)
                foreach (var each in files.WithEnding(".props", ".targets").Where(each => fits(each))) Import(each);
        }
        else Import(path);
    }

    bool Holds(XElement element) => Condition.Holds(element.Value("Condition"), Properties, projectFolder);

    void At(string file)
    {
        var folder = ViewFiles.FolderOf(file);
        var name = ViewFiles.NameOf(file);
        Properties.Fix("MSBuildThisFileDirectory", ViewFiles.Root + (folder.Length > 0 ? folder + "/" : ""));
        Properties.Fix("MSBuildThisFile", name);
        Properties.Fix("MSBuildThisFileName", name[..name.LastIndexOf('.')]);
        Properties.Fix("MSBuildThisFileFullPath", ViewFiles.Root + file);
    }
}
