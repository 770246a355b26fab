package org.ticktoquote.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Required and forbidden contents of {@code t2q.jar}. */
class ShippedJarIT {
    private static final String SUBCOMMANDS = "META-INF/services/org.ticktoquote.core.command.Subcommand";

    private JarFile jar;

    @BeforeEach
    void open() throws IOException {
        jar = new JarFile(System.getProperty("t2q.jar"));
    }

    @AfterEach
    void close() throws IOException {
        jar.close();
    }

    /** Aeron is in a separate jar, so that it does not slow down the start. */
    @Test
    void containsNoJmhNoJUnitAndNoAeron() {
        for (String foreign :
                "org/openjdk/jmh joptsimple org/junit org/ticktoquote/benchmarks io/aeron org/ticktoquote/aeron"
                        .split(" ")) {
            assertThat(entries()).noneMatch(name -> name.startsWith(foreign + "/"));
        }
    }

    @Test
    void offersTheSubcommandsOfAllModules() throws IOException {
        ZipEntry merged = jar.getEntry(SUBCOMMANDS);
        List<String> shipped = merged == null
                ? List.of()
                : classNames(new String(jar.getInputStream(merged).readAllBytes(), StandardCharsets.UTF_8));

        assertThat(shipped).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(subcommandsOfModules());
        assertThat(entries())
                .containsAll(shipped.stream().map(ShippedJarIT::file).toList());
    }

    @Test
    void isExecutableWithTheRequiredAccessAndNamesItsCommit() throws IOException {
        Attributes manifest = jar.getManifest().getMainAttributes();

        assertThat(entries()).contains(file(manifest.getValue(Attributes.Name.MAIN_CLASS)));
        assertThat(manifest.getValue("Add-Opens").split(" ")).contains("java.base/jdk.internal.misc");
        assertThat(manifest.getValue("Enable-Native-Access")).isEqualTo("ALL-UNNAMED");
        assertThat(manifest.getValue("Implementation-Commit")).matches("[0-9a-f]{12,40}(-dirty)?|unknown");
    }

    private List<String> entries() {
        return jar.stream().map(ZipEntry::getName).toList();
    }

    private static List<String> subcommandsOfModules() throws IOException {
        try (Stream<Path> modules = Files.list(Path.of(System.getProperty("t2q.root")))) {
            return modules.map(module -> module.resolve("src/main/resources").resolve(SUBCOMMANDS))
                    .filter(Files::exists)
                    .flatMap(file -> classNames(text(file)).stream())
                    .toList();
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> classNames(String services) {
        return services.lines()
                .map(line -> line.replaceFirst("#.*", "").strip())
                .filter(line -> !line.isEmpty())
                .toList();
    }

    private static String file(String className) {
        return className.replace('.', '/') + ".class";
    }
}
