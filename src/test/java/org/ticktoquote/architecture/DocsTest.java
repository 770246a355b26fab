package org.ticktoquote.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** README, changelog and docs have short sentences, wrapped lines, terms of the field and valid links. */
class DocsTest {
    private static final Path ROOT = Path.of(System.getProperty("t2q.root"));
    private static final int WIDEST = 120;
    private static final int MAX_WORDS = 29;

    private static final Pattern ITEM = Pattern.compile("\\s*([-*]|\\d+\\.) .*");
    private static final Pattern END_OF_SENTENCE = Pattern.compile("(?<=[.!?])[)\"*]*\\s+(?=[A-Z`*\\[(\"0-9])");
    private static final Pattern LINK = Pattern.compile("]\\([^)]*\\)");
    /** A list of names of options, members or pairs counts as one word. */
    private static final Pattern NAMES = Pattern.compile("`[^`]*`(,? (and |or )?`[^`]*`)*");

    private static final Pattern DIALECT =
            Pattern.compile("(?i)\\b(told(?! apart)|bears|taken off|stands? still|standstill"
                    + "|nobody objects|segments sent again|sent again segments|in us\\.)");
    private static final Pattern TEST = Pattern.compile("([A-Z]\\w*(?:Test|IT))(?:\\.(\\w+))?");
    private static final String TEST_SOURCE = ".*/src/test/.*(Test|IT)\\.java";
    private static final Pattern TARGET = Pattern.compile("]\\(([^):]*)\\)");

    private static List<Doc> docs = List.of();

    private record Doc(String name, List<String> lines) {
        /** Lines of text with their positions, without code, tables and pictures. */
        private Stream<String> prose() {
            List<String> prose = new ArrayList<>();
            boolean code = false;
            for (String line : lines) {
                code ^= line.startsWith("```");
                boolean text = !code && !line.startsWith("```") && !line.strip().startsWith("|");
                prose.add(text && !line.startsWith("#") && !line.startsWith("![") ? line : "");
            }
            return prose.stream();
        }

        private Stream<String> sentences() {
            StringBuilder text = new StringBuilder();
            prose().forEach(line -> text.append(
                            line.isBlank() || ITEM.matcher(line).matches() ? "\n" : " ")
                    .append(line.strip()));
            return text.toString().lines().flatMap(paragraph -> Arrays.stream(END_OF_SENTENCE.split(paragraph, -1)));
        }
    }

    @BeforeAll
    static void read() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT.resolve("docs"))) {
            docs = Stream.concat(
                            Stream.of("README.md", "CHANGELOG.md", "CONTRIBUTING.md")
                                    .map(ROOT::resolve),
                            files.filter(file -> file.toString().endsWith(".md"))
                                    .sorted())
                    .map(DocsTest::doc)
                    .toList();
        }
        assertThat(docs).hasSizeGreaterThan(15);
    }

    private static Doc doc(Path file) {
        try {
            return new Doc(ROOT.relativize(file).toString(), Files.readAllLines(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void linesWrap() {
        assertThat(found(doc -> doc.prose().filter(line -> line.length() > WIDEST)))
                .isEmpty();
    }

    @Test
    void sentencesAreShort() {
        assertThat(found(doc -> doc.sentences().filter(each -> words(each) > MAX_WORDS)))
                .isEmpty();
    }

    /** Findings of all documents, each after the name of its document. */
    private static List<String> found(Function<Doc, Stream<String>> search) {
        return docs.stream()
                .flatMap(doc -> search.apply(doc).map(text -> doc.name + ": " + text))
                .toList();
    }

    private static long words(String sentence) {
        String plain = NAMES.matcher(LINK.matcher(sentence).replaceAll("]")).replaceAll("NAME");
        return Arrays.stream(plain.split("\\s+", -1))
                .filter(word -> word.chars().anyMatch(Character::isLetterOrDigit))
                .count();
    }

    @Test
    void usesTheTermsOfTheField() {
        assertThat(found(doc ->
                        doc.lines.stream().filter(line -> DIALECT.matcher(line).find())))
                .isEmpty();
    }

    @Test
    void linksPointToExistingFilesAndHeadings() {
        assertThat(found(doc -> doc.lines.stream()
                        .filter(line -> TARGET.matcher(line)
                                .results()
                                .anyMatch(link -> !targetExists(ROOT.resolve(doc.name), link.group(1))))))
                .isEmpty();
    }

    private static boolean targetExists(Path from, String target) {
        String[] parts = target.split("#", 2);
        Path file = parts[0].isEmpty() ? from : from.resolveSibling(parts[0]).normalize();
        return Files.exists(file)
                && (parts.length == 1
                        || doc(file).lines().stream()
                                .anyMatch(line -> anchor(line).equals(parts[1])));
    }

    /** Returns the anchor of a heading as made by GitHub; empty for any other line. */
    private static String anchor(String line) {
        return line.matches("#+ .*")
                ? line.replaceFirst("#+ ", "")
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\w\\- ]", "")
                        .replace(' ', '-')
                : "";
    }

    @Test
    void testsListedInMistakesExist() throws IOException {
        Map<String, Path> sources = new HashMap<>();
        try (Stream<Path> files =
                Files.find(ROOT, 20, (file, facts) -> file.toString().matches(TEST_SOURCE))) {
            files.forEach(file -> sources.put(file.getFileName().toString(), file));
        }
        List<String> missing = new ArrayList<>();
        for (String row : Files.readAllLines(ROOT.resolve("src/test/resources/mistakes.txt"))) {
            String tests = row.startsWith("#") ? "" : row.substring(row.lastIndexOf('|') + 1);
            for (MatchResult test : TEST.matcher(tests).results().toList()) {
                if (!exists(sources.get(test.group(1) + ".java"), test.group(2))) {
                    missing.add(test.group());
                }
            }
        }
        assertThat(missing).isEmpty();
    }

    private static boolean exists(@Nullable Path source, @Nullable String method) throws IOException {
        return source != null && (method == null || Files.readString(source).contains("void " + method + "("));
    }
}
