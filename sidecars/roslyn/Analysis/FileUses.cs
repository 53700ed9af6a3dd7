using System.Text.Json;

namespace Clew.Roslyn.Analysis;

/// <summary>Kinds of uses, by their number in the protocol (src/semantics/roslyn/protocol.ts).</summary>
enum UseKind { Calls, References, Imports, Inherits, Implements, Overrides, Extends }

/// <summary>What one file uses, as offsets and numbers of targets; the parent makes edges of it.</summary>
sealed class FileUses(string path)
{
    readonly HashSet<(UseKind Kind, int At, int Target)> uses = [];
    readonly HashSet<(UseKind Kind, int At, int Target)> assumed = [];
    readonly HashSet<(UseKind Kind, int Name, int At, int Target)> declared = [];
    readonly HashSet<(string Name, int At)> unresolved = [];
    readonly HashSet<(string Path, int At)> imports = [];

    public string Path => path;
    /// <summary>Set when the compiler failed at this file.</summary>
    public string? Failure { get; set; }

    /// <summary>The symbol around the place uses the target.</summary>
    public void Add(UseKind kind, int at, int target)
    {
        if (target != Targets.None) uses.Add((kind, at, target));
    }

    /// <summary>The same, if a value is what it must be taken for (Assumptions).</summary>
    public void AddAssumed(UseKind kind, int at, int target) => assumed.Add((kind, at, target));

    /// <summary>The symbol whose name stands at `name` says so of itself, at the place.</summary>
    public void AddDeclared(UseKind kind, int name, int at, int target)
    {
        if (target != Targets.None && name >= 0) declared.Add((kind, name, at, target));
    }

    public void AddUnresolved(string name, int at) => unresolved.Add((name, at));

    public void AddImport(string file, int at)
    {
        if (file != path) imports.Add((file, at));
    }

    public void Write(Utf8JsonWriter writer)
    {
        writer.WriteStartObject();
        writer.WriteString("path", path);
        if (Failure is not null) writer.WriteString("failure", Failure);
        WriteUses(writer, "uses", uses);
        WriteUses(writer, "assumed", assumed);
        writer.WriteStartArray("declared");
        foreach (var (kind, name, at, target) in declared.Order())
        {
            writer.WriteNumberValue((int)kind);
            writer.WriteNumberValue(name);
            writer.WriteNumberValue(at);
            writer.WriteNumberValue(target);
        }
        writer.WriteEndArray();
        WritePairs(writer, "unresolved", unresolved);
        WritePairs(writer, "imports", imports);
        writer.WriteEndObject();
    }

    static void WriteUses(Utf8JsonWriter writer, string name, HashSet<(UseKind Kind, int At, int Target)> uses)
    {
        writer.WriteStartArray(name);
        foreach (var (kind, at, target) in uses.Order())
        {
            writer.WriteNumberValue((int)kind);
            writer.WriteNumberValue(at);
            writer.WriteNumberValue(target);
        }
        writer.WriteEndArray();
    }

    static void WritePairs(Utf8JsonWriter writer, string name, HashSet<(string Text, int At)> pairs)
    {
        writer.WriteStartArray(name);
        foreach (var (text, at) in pairs.OrderBy(pair => pair.At).ThenBy(pair => pair.Text, StringComparer.Ordinal))
        {
            writer.WriteStartArray();
            writer.WriteStringValue(text);
            writer.WriteNumberValue(at);
            writer.WriteEndArray();
        }
        writer.WriteEndArray();
    }
}
