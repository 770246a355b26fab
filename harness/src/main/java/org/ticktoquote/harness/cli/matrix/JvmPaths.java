package org.ticktoquote.harness.cli.matrix;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.host.jvm.InstalledJvms;
import picocli.CommandLine.Option;

/** JVMs that the user gives for profiles, and the host's JVMs, which are detected on first use. */
final class JvmPaths {
    @Option(
            names = "--jvm",
            paramLabel = "NAME=PATH",
            description = "home or executable of a JVM profile of the matrix; repeatable")
    private Map<String, Path> given = new LinkedHashMap<>();

    private @Nullable InstalledJvms found;

    InstalledJvms installed() {
        InstalledJvms jvms = found == null ? InstalledJvms.find(given) : found;
        found = jvms;
        return jvms;
    }
}
