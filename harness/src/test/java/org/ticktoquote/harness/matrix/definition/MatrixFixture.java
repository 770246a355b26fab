package org.ticktoquote.harness.matrix.definition;

import java.util.List;
import java.util.Map;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.host.jvm.InstalledJvms;
import org.ticktoquote.host.jvm.InstalledJvms.Jvm;
import org.ticktoquote.host.jvm.JvmFamily;

/** Matrices from texts, on a host with two JVMs. */
public final class MatrixFixture {
    public static final Jvm JAVA_17 =
            new Jvm("/jdk-17", "Debian", "OpenJDK 64-Bit Server VM", "17.0.15", "17.0.15+6", JvmFamily.HOTSPOT);
    public static final Jvm JAVA_25 =
            new Jvm("/jdk-25", "Eclipse Adoptium", "OpenJDK 64-Bit Server VM", "25.0.1", "25.0.1+8", JvmFamily.HOTSPOT);

    private MatrixFixture() {}

    public static InstalledJvms installed() {
        return new InstalledJvms(List.of(JAVA_17, JAVA_25), Map.of());
    }

    public static Matrix read(String yaml) {
        return MatrixReader.read(new MatrixSource("m.yaml", yaml), MatrixFixture::installed);
    }

    /** Returns the lines of the refusal; empty if there is none. */
    static List<String> problems(String yaml) {
        try {
            read(yaml);
            return List.of();
        } catch (ProblemException refusal) {
            return refusal.getMessage().lines().toList();
        }
    }
}
