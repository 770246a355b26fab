package org.ticktoquote.harness.host.source;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Unpacks a {@code .host} file of the test resources into a directory; their README tells the format. */
public final class HostFixture {
    private static final Pattern RANGE = Pattern.compile("\\{([0-9]+)-([0-9]+)}");

    private HostFixture() {}

    /** Fills an empty directory with a host. */
    public static Path unpack(String name, Path directory) throws IOException {
        String text;
        try (InputStream in =
                HostFixture.class.getResourceAsStream("/org/ticktoquote/harness/host/" + name + ".host")) {
            text = new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
        }
        for (String part : text.substring(1).split("\n@", -1)) {
            int end = part.indexOf('\n');
            String head = end < 0 ? part : part.substring(0, end);
            String content = end < 0 ? "" : part.substring(end + 1) + "\n";
            add(directory, head.substring(0, head.indexOf('/')).trim(), head.substring(head.indexOf('/')), content);
        }
        return directory;
    }

    private static void add(Path directory, String kind, String path, String content) throws IOException {
        for (String each : expand(path)) {
            String number = each.replaceFirst("^.*/cpu([0-9]+)/.*$", "$1");
            switch (kind) {
                case "dir" -> Files.createDirectories(directory.resolve(each.substring(1)));
                case "denied" -> write(directory, each + RecordedHost.PROBLEM, each + " needs root\n");
                case "later" -> write(directory, "/" + RecordedHost.LATER + each, content);
                default -> write(directory, each, content.replace("{}", number).replace("\\0", "\0"));
            }
        }
    }

    private static List<String> expand(String path) {
        Matcher range = RANGE.matcher(path);
        return range.find()
                ? IntStream.rangeClosed(Integer.parseInt(range.group(1)), Integer.parseInt(range.group(2)))
                        .mapToObj(Integer::toString)
                        .map(range::replaceFirst)
                        .toList()
                : List.of(path);
    }

    /** Writes or replaces a file of an unpacked host. */
    public static void write(Path directory, String path, String content) throws IOException {
        Path file = directory.resolve(path.substring(1));
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }
}
