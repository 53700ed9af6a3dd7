using System.Text;
using System.Text.Json;

namespace Clew.Roslyn;

/// <summary>JSON in frames of known length, as src/supervision/json-frames.ts speaks it.</summary>
sealed class Frames(Stream input, Stream output)
{
    const int MaxHeaderBytes = 4_096;
    const int MaxFrameBytes = 256 * 1024 * 1024;
    const string LengthHeader = "content-length:";

    /// <summary>Null when the parent hung up.</summary>
    public JsonDocument? Read()
    {
        int length = ReadHeaders();
        if (length < 0) return null;
        var body = new byte[length];
        input.ReadExactly(body);
        return JsonDocument.Parse(body);
    }

    public void Write(Action<Utf8JsonWriter> write)
    {
        using var body = new MemoryStream();
        using (var writer = new Utf8JsonWriter(body))
        {
            writer.WriteStartObject();
            write(writer);
            writer.WriteEndObject();
        }
        output.Write(Encoding.ASCII.GetBytes($"Content-Length: {body.Length}\r\n\r\n"));
        body.WriteTo(output);
        output.Flush();
    }

    int ReadHeaders()
    {
        int length = -1;
        for (var line = ReadLine(); line is not null; line = ReadLine())
        {
            if (line.Length == 0)
                return length >= 0 ? length : throw new InvalidDataException("a frame without its length");
            if (!line.StartsWith(LengthHeader, StringComparison.OrdinalIgnoreCase)) continue;
            length = int.Parse(line.AsSpan(LengthHeader.Length).Trim());
            if (length > MaxFrameBytes) throw new InvalidDataException($"a frame of {length} bytes");
        }
        return -1;
    }

    string? ReadLine()
    {
        var line = new StringBuilder();
        for (int value = input.ReadByte(); value >= 0; value = input.ReadByte())
        {
            if (value == '\n') return line.ToString().TrimEnd('\r');
            if (line.Length > MaxHeaderBytes) throw new InvalidDataException("headers without an end");
            line.Append((char)value);
        }
        return null;
    }
}
