package org.ticktoquote.distribution;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Notice of a release about the libraries that it contains.
 *
 * @param texts licences and notices by {@code LIBRARY/FILE}
 */
record Notice(String version, List<BundledComponent> components, SortedMap<String, String> texts) {
    private static final String HEAD = """
            tick-to-quote %s
            Copyright the authors of tick-to-quote

            Licensed under the Apache License, Version 2.0; see LICENSE.

            This product includes software developed by
            quickfixengine.org (http://www.quickfixengine.org/).

            t2q.jar and t2q-aeron.jar (Aeron) hold the libraries below. Where a licence is not the Apache License 2.0, or
            where its authors added a notice, the text is in the folder licences.

            """;

    String text() {
        StringBuilder text = new StringBuilder(HEAD.formatted(version));
        for (BundledComponent each : components) {
            text.append(each.group())
                    .append(':')
                    .append(each.artifact())
                    .append(' ')
                    .append(each.version());
            text.append("\n    ").append(each.licence()).append('\n');
            if (!each.page().isBlank()) {
                text.append("    ").append(each.page()).append('\n');
            }
        }
        embedded()
                .forEach(name -> text.append(name)
                        .append(" (part of the HTML pages)\n    licences/")
                        .append(name)
                        .append("/LICENSE\n"));
        notices()
                .forEach((notice, from) -> text.append("\n---- ")
                        .append(String.join(", ", from))
                        .append("\n\n")
                        .append(notice)
                        .append('\n'));
        return text.toString();
    }

    /** Folders of texts that belong to no listed library. */
    private TreeSet<String> embedded() {
        TreeSet<String> names = new TreeSet<>();
        texts.keySet().forEach(name -> names.add(name.substring(0, name.indexOf('/'))));
        components.forEach(each -> names.remove(each.artifact() + "-" + each.version()));
        return names;
    }

    /** Returns each distinct notice with its libraries. */
    private Map<String, List<String>> notices() {
        Map<String, List<String>> found = new LinkedHashMap<>();
        texts.forEach((name, notice) -> {
            if (name.contains("NOTICE")) {
                String library = name.substring(0, name.indexOf('/'));
                found.merge(notice.strip(), List.of(library), Notice::joined);
            }
        });
        return found;
    }

    private static List<String> joined(List<String> some, List<String> more) {
        return Stream.concat(some.stream(), more.stream()).toList();
    }

    void writeLicences(Path folder) throws IOException {
        for (Map.Entry<String, String> text : texts.entrySet()) {
            Path file = folder.resolve(text.getKey());
            Files.createDirectories(file.getParent());
            Files.writeString(file, text.getValue());
        }
    }
}
