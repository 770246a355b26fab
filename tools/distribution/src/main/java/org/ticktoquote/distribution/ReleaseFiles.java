package org.ticktoquote.distribution;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.ticktoquote.core.program.RootCommand;
import picocli.AutoComplete;
import picocli.CommandLine;

/** Writes the files of a release that are generated from the program. Run by the build. */
public final class ReleaseFiles {
    /** Loaded by zsh when {@code t2q} is first completed. Uses the script for bash. */
    private static final String ZSH = """
            #compdef t2q
            # The script for bash calls this; zsh does not need it.
            compopt() { : }
            source "${${(%%):-%%x}:A:h}/%s"
            _bash_complete -o default -F _complete_t2q
            """;

    private static final String BASH_FILE = "t2q.bash";

    /** Leaves room for the indentation of manual pages on a terminal of 80 columns. */
    private static final int SYNOPSIS_WIDTH = 72;

    private static final int DATE_LENGTH = "2026-01-01".length();

    private ReleaseFiles() {}

    /**
     * @param args version, time of the release (ISO 8601), root of the project, list of third-party libraries, output folder
     */
    public static void main(String[] args) throws IOException {
        Path root = Path.of(args[2]);
        Path out = Path.of(args[4]);
        CommandLine t2q = RootCommand.commandLine();
        writeManPages(
                t2q, args[0], args[1].substring(0, DATE_LENGTH), Files.createDirectories(out.resolve("man/man1")));
        writeCompletions(t2q, Files.createDirectories(out.resolve("completions")));
        List<BundledComponent> components = BundledComponent.listedIn(Path.of(args[3]));
        LegalTexts texts = new LegalTexts(
                root.resolve("tools/distribution/src/licences"), root.resolve("report/src/main/resources/third-party"));
        Notice notice = new Notice(args[0], components, texts.of(components));
        Files.writeString(out.resolve("NOTICE"), notice.text());
        notice.writeLicences(Files.createDirectories(out.resolve("licences")));
    }

    static void writeManPages(CommandLine command, String version, String date, Path folder) throws IOException {
        command.setUsageHelpWidth(SYNOPSIS_WIDTH);
        ManPage page = new ManPage(command, version, date);
        Files.writeString(folder.resolve(page.fileName()), page.text());
        for (CommandLine each : new TreeMap<>(command.getSubcommands()).values()) {
            if (!each.getCommandSpec().usageMessage().hidden()) {
                writeManPages(each, version, date, folder);
            }
        }
    }

    static void writeCompletions(CommandLine command, Path folder) throws IOException {
        Files.writeString(folder.resolve(BASH_FILE), AutoComplete.bash("t2q", command));
        Files.writeString(folder.resolve("_t2q"), ZSH.formatted(BASH_FILE));
    }

    /** Finds the licences and notices required by libraries, in their jars or in this project. */
    static final class LegalTexts {
        private static final Pattern LEGAL =
                Pattern.compile("(META-INF/)?([\\w.]+-)*(LICENSE|NOTICE|COPYING|AL2\\.0|LGPL2\\.1)(\\.txt|\\.md)?");
        private static final Pattern JAR_OF_MANIFEST =
                Pattern.compile("jar:(file:.*/([^/]+\\.jar))!/" + JarFile.MANIFEST_NAME);
        private static final String KEPT = ".txt";

        private final Path kept;
        private final Path embedded;

        /**
         * @param kept texts of libraries whose jars contain none, by artifact
         * @param embedded folder with a subfolder for each third-party component that is not from a jar
         */
        LegalTexts(Path kept, Path embedded) {
            this.kept = kept;
            this.embedded = embedded;
        }

        /** Returns the texts by {@code LIBRARY/FILE}. Refuses a library whose licence must be included and cannot be found. */
        SortedMap<String, String> of(List<BundledComponent> components) throws IOException {
            SortedMap<String, URI> jars = jars();
            SortedMap<String, String> texts = new TreeMap<>();
            for (BundledComponent each : components) {
                URI jar = jars.get(each.jar());
                if (jar == null) {
                    throw new IllegalStateException(each.jar() + " is listed but not on the class path");
                }
                SortedMap<String, String> own = in(each, Path.of(jar));
                if (!each.apache() && own.keySet().stream().allMatch(name -> name.contains("NOTICE"))) {
                    throw new IllegalStateException(each.artifact() + " (" + each.licence()
                            + "): no text of its licence in its jar, nor in " + kept.resolve(each.artifact() + KEPT));
                }
                texts.putAll(own);
            }
            texts.putAll(embedded());
            return Collections.unmodifiableSortedMap(texts);
        }

        private SortedMap<String, String> in(BundledComponent component, Path jar) throws IOException {
            SortedMap<String, String> texts = new TreeMap<>();
            String folder = component.artifact() + "-" + component.version() + "/";
            try (JarFile open = new JarFile(jar.toFile())) {
                for (ZipEntry entry : Collections.list(open.entries())) {
                    if (LEGAL.matcher(entry.getName()).matches()) {
                        String name = entry.getName().substring(entry.getName().lastIndexOf('/') + 1);
                        byte[] bytes = open.getInputStream(entry).readAllBytes();
                        texts.put(folder + name, new String(bytes, StandardCharsets.UTF_8));
                    }
                }
            }
            Path own = kept.resolve(component.artifact() + KEPT);
            if (Files.exists(own)) {
                texts.put(folder + "LICENSE", Files.readString(own));
            }
            return texts;
        }

        private SortedMap<String, String> embedded() throws IOException {
            SortedMap<String, String> texts = new TreeMap<>();
            try (Stream<Path> folders = Files.list(embedded)) {
                folders.filter(folder -> Files.exists(folder.resolve("LICENSE")))
                        .forEach(folder ->
                                texts.put(folder.getFileName() + "/LICENSE", read(folder.resolve("LICENSE"))));
            }
            return texts;
        }

        private static String read(Path file) {
            try {
                return Files.readString(file);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** Jars of the class path, by name. */
        static SortedMap<String, URI> jars() throws IOException {
            SortedMap<String, URI> found = new TreeMap<>();
            ClassLoader loader = LegalTexts.class.getClassLoader();
            for (URL manifest : Collections.list(loader.getResources(JarFile.MANIFEST_NAME))) {
                Matcher jar = JAR_OF_MANIFEST.matcher(manifest.toString());
                if (jar.matches()) {
                    found.put(jar.group(2), URI.create(jar.group(1)));
                }
            }
            return found;
        }
    }

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

    /**
     * Third-party library contained in a jar of the release.
     *
     * @param licence licence as its authors name it
     * @param page web page; empty for none
     */
    record BundledComponent(String group, String artifact, String version, String licence, String page) {
        /** Reads one library per line {@code group:artifact:version|licence|page}. */
        static List<BundledComponent> listedIn(Path list) throws IOException {
            try (Stream<String> lines = Files.lines(list)) {
                return lines.filter(line -> !line.isBlank())
                        .map(BundledComponent::of)
                        .toList();
            }
        }

        private static BundledComponent of(String line) {
            String[] fields = line.split("\\|", -1);
            String[] names = fields[0].split(":", -1);
            if (fields.length != 3 || names.length != 3) {
                throw new IllegalArgumentException(
                        "third-party list: '" + line + "': expected group:artifact:version|licence|page");
            }
            return new BundledComponent(names[0], names[1], names[2], fields[1], fields[2]);
        }

        /** File name, without the folder. */
        String jar() {
            return artifact + "-" + version + ".jar";
        }

        /** Returns whether its licence is that of t2q, so that one text serves both. */
        boolean apache() {
            return licence.toLowerCase(Locale.ROOT).matches(".*apache.*2(\\.0)?\\b.*");
        }
    }
}
