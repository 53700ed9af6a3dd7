using System.Collections.Concurrent;
using System.Text.Json;
using Clew.Roslyn.Analysis;
using Clew.Roslyn.Projects;
using Clew.Roslyn.References;
using Microsoft.CodeAnalysis.CSharp;

namespace Clew.Roslyn;

/// <summary>Speaks the protocol of src/semantics/roslyn/protocol.ts: one request after the other, and leaves with its parent.</summary>
sealed class Server(string dotnetRoot)
{
    /// <summary>Raised with every change of a message.</summary>
    const int Protocol = 2;

    readonly Frames frames = new(Console.OpenStandardInput(), Console.OpenStandardOutput());
    readonly BlockingCollection<JsonDocument> waiting = [];
    readonly ConcurrentDictionary<int, bool> cancelled = [];
    ViewFiles files = new();

    public void Run()
    {
        new Thread(Listen) { IsBackground = true }.Start();
        frames.Write(writer =>
        {
            writer.WriteString("type", "hello");
            writer.WriteNumber("protocol", Protocol);
        });
        foreach (var document in waiting.GetConsumingEnumerable())
        {
            using (document) Receive(document.RootElement);
        }
    }

    /// <summary>Apart from the work, so that a step that lasts hides neither a cancellation nor the end of the parent.</summary>
    void Listen()
    {
        try
        {
            while (frames.Read() is { } document)
            {
                if (TypeOf(document.RootElement) == "cancel") cancelled[IdOf(document.RootElement)] = true;
                else waiting.Add(document);
            }
            Environment.Exit(0);
        }
        catch (Exception error) when (error is IOException or InvalidDataException or JsonException)
        {
            Console.Error.WriteLine(error.Message);
            Environment.Exit(70);
        }
    }

    void Receive(JsonElement message)
    {
        switch (TypeOf(message))
        {
            case "open":
                files = new();
                break;
            case "change":
                foreach (var file in message.GetProperty("changed").EnumerateArray())
                    files.Set(file.GetProperty("path").GetString()!, file.GetProperty("text").GetString()!);
                foreach (var path in Texts(message, "removed")) files.Remove(path);
                break;
            case "analyse":
                Analyse(IdOf(message), [.. Texts(message, "wanted")], message.GetProperty("packages").GetString());
                break;
        }
    }

    void Analyse(int id, List<string> wanted, string? packageFolder)
    {
        try
        {
            var packages = new PackageFolder(packageFolder);
            var frameworks = new FrameworkPacks(dotnetRoot, packages);
            var graph = new ProjectGraph(files, frameworks.NewestCore, packages);
            var affected = graph.AffectedBy(wanted);
            TellPlan(id, graph, affected);
            var compiler = new Compiler(files, graph, frameworks, packages, new AssemblyReferences());
            var pass = new SolutionPass(graph, compiler, affected);
            foreach (var part in pass.Run())
            {
                TellResults(id, pass.Targets, part);
                if (!cancelled.TryRemove(id, out _)) continue;
                Fail(id, "SEMANTICS_CANCELLED", "cancelled");
                return;
            }
            TellProjects(id, graph, affected, compiler);
            Tell(id, "done", _ => { });
        }
        catch (OutOfMemoryException error)
        {
            Fail(id, "SEMANTICS_MEMORY", error.Message);
        }
    }

    void TellPlan(int id, ProjectGraph graph, HashSet<Project> affected) => Tell(id, "planned", writer =>
    {
        writer.WriteString("compiler", typeof(CSharpCompilation).Assembly.GetName().Version!.ToString(3));
        WriteTexts(writer, "paths", graph.Ordered.Where(affected.Contains).SelectMany(graph.OwnedBy));
        WriteTexts(writer, "orphans", files.Sources.Where(path => graph.OwnerOf(path) is null));
    });

    void TellResults(int id, Targets targets, IReadOnlyList<FileUses> part) => Tell(id, "results", writer =>
    {
        writer.WriteStartArray("targets");
        foreach (var (number, places) in targets.TakeUntold())
        {
            writer.WriteStartArray();
            writer.WriteNumberValue(number);
            foreach (var (path, offset) in places)
            {
                writer.WriteStringValue(path);
                writer.WriteNumberValue(offset);
            }
            writer.WriteEndArray();
        }
        writer.WriteEndArray();
        writer.WriteStartArray("files");
        foreach (var file in part) file.Write(writer);
        writer.WriteEndArray();
    });

    void TellProjects(int id, ProjectGraph graph, HashSet<Project> affected, Compiler compiler) => Tell(id, "projects", writer =>
    {
        writer.WriteStartArray("projects");
        foreach (var project in graph.Ordered.Where(affected.Contains))
        {
            writer.WriteStartObject();
            writer.WriteString("path", project.Path);
            writer.WriteString("framework", project.Framework.Name);
            WriteTexts(writer, "missing", compiler.MissingOf(project));
            writer.WriteEndObject();
        }
        writer.WriteEndArray();
    });

    void Fail(int id, string code, string message) => Tell(id, "failed", writer =>
    {
        writer.WriteString("code", code);
        writer.WriteString("message", message);
    });

    void Tell(int id, string type, Action<Utf8JsonWriter> write) => frames.Write(writer =>
    {
        writer.WriteString("type", type);
        writer.WriteNumber("id", id);
        write(writer);
    });

    static void WriteTexts(Utf8JsonWriter writer, string name, IEnumerable<string> texts)
    {
        writer.WriteStartArray(name);
        foreach (var text in texts) writer.WriteStringValue(text);
        writer.WriteEndArray();
    }

    static string? TypeOf(JsonElement message) => message.GetProperty("type").GetString();

    static int IdOf(JsonElement message) => message.GetProperty("id").GetInt32();

    static IEnumerable<string> Texts(JsonElement message, string name) =>
        message.GetProperty(name).EnumerateArray().Select(text => text.GetString()!);
}
