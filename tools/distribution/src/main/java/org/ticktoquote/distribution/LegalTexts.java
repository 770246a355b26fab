package org.ticktoquote.distribution;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/** Finds the licences and notices required by libraries, in their jars or in this project. */
final class LegalTexts {
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
                    .forEach(folder -> texts.put(folder.getFileName() + "/LICENSE", read(folder.resolve("LICENSE"))));
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
