package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** An example of the docs, compiled against t2q.jar only and packaged as a plug-in. */
final class ExampleJar {
    private ExampleJar() {}

    /** Builds the jar from one source file of less than 100 lines whose class provides a service. */
    static Path of(Path folder, String source, Class<?> service, String provider) throws IOException {
        Path file = T2qProcess.root().resolve(source);
        assertThat(Files.readAllLines(file)).hasSizeLessThan(100);
        Path classes = Files.createDirectories(folder.resolve("classes-of-" + provider));
        compile(file, classes);
        Path jar = folder.resolve(provider.substring(provider.lastIndexOf('.') + 1) + ".jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
                Stream<Path> files = Files.walk(classes)) {
            for (Path each : files.filter(Files::isRegularFile).toList()) {
                add(out, classes.relativize(each).toString(), Files.readAllBytes(each));
            }
            add(out, "META-INF/services/" + service.getName(), provider.getBytes(StandardCharsets.US_ASCII));
        }
        return jar;
    }

    private static void compile(Path source, Path classes) {
        int status = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "--release",
                        "17",
                        "-Xlint:all",
                        "-Werror",
                        "-proc:none",
                        "-cp",
                        T2qProcess.jar().toString(),
                        "-d",
                        classes.toString(),
                        source.toString());
        assertThat(status).isZero();
    }

    private static void add(JarOutputStream jar, String name, byte[] content) throws IOException {
        jar.putNextEntry(new JarEntry(name));
        jar.write(content);
        jar.closeEntry();
    }
}
