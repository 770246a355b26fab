package org.ticktoquote.replayer.feed;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.tools.ToolProvider;

/** Creates jars with feed providers, as users write them. */
final class PluginJar {
    static final String SERVICE = "META-INF/services/" + FeedProvider.class.getName();

    private PluginJar() {}

    /** Creates a jar whose provider has the scheme, runs the given code in {@code check}, and opens no feed. */
    static Path with(Path folder, String name, String scheme, String check) throws IOException {
        return with(folder, name, """
                package example;
                import java.net.URI;
                import org.ticktoquote.replayer.feed.*;
                public final class %s implements FeedProvider {
                    public String scheme() { return "%s"; }
                    public Feed open(URI uri, FeedListener listener) { return null; }
                    public void check(URI uri) { %s }
                }
                """.formatted(name, scheme, check));
    }

    private static Path with(Path folder, String name, String source) throws IOException {
        Path java = folder.resolve(name + ".java");
        Files.writeString(java, source);
        int status = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-proc:none",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-d",
                        folder.toString(),
                        java.toString());
        if (status != 0) {
            throw new IOException(java + " does not compile");
        }
        return of(folder, name + ".jar", folder.resolve("example").resolve(name + ".class"), "example." + name);
    }

    /** Creates a jar that lists a provider, with or without its class. */
    static Path of(Path folder, String name, Path classFile, String provider) throws IOException {
        Path jar = folder.resolve(name);
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new JarEntry("example/" + classFile.getFileName()));
            if (Files.exists(classFile)) {
                out.write(Files.readAllBytes(classFile));
            }
            out.closeEntry();
            if (!provider.isEmpty()) {
                out.putNextEntry(new JarEntry(SERVICE));
                out.write(provider.getBytes(StandardCharsets.UTF_8));
                out.closeEntry();
            }
        }
        return jar;
    }
}
