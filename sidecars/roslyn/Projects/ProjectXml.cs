using System.Xml;
using System.Xml.Linq;

namespace Clew.Roslyn.Projects;

/// <summary>XML of project files as data: no document types, no entities, nothing fetched.</summary>
static class ProjectXml
{
    const int MaxCharacters = 8_000_000;
    const int MaxDepth = 100;

    static readonly XmlReaderSettings Settings = new()
    {
        DtdProcessing = DtdProcessing.Prohibit,
        XmlResolver = null,
        MaxCharactersInDocument = MaxCharacters,
        IgnoreComments = true,
        IgnoreProcessingInstructions = true,
    };

    /// <summary>Null for what is no XML, or XML that wants more than to be read.</summary>
    public static XElement? Parse(string text)
    {
        try
        {
            if (!IsShallow(text)) return null;
            using var reader = XmlReader.Create(new StringReader(text), Settings);
            return XDocument.Load(reader).Root;
        }
        catch (XmlException)
        {
            return null;
        }
    }

    static bool IsShallow(string text)
    {
        using var reader = XmlReader.Create(new StringReader(text), Settings);
        while (reader.Read())
            if (reader.Depth > MaxDepth) return false;
        return true;
    }

    public static string? Value(this XElement element, string name) =>
        element.Attributes().FirstOrDefault(each => Same(each.Name.LocalName, name))?.Value;

    public static bool Is(this XElement element, string name) => Same(element.Name.LocalName, name);

    public static bool Same(string a, string b) => string.Equals(a, b, StringComparison.OrdinalIgnoreCase);
}
