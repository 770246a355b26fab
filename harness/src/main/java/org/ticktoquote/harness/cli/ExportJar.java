package org.ticktoquote.harness.cli;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.ticktoquote.analysis.export.TableFormat;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.program.CompanionJar;

/** {@code t2q-export.jar} next to {@code t2q.jar}. It is separate because it contains a database engine. */
final class ExportJar implements AutoCloseable {
    private static final CompanionJar JAR = new CompanionJar("t2q-export.jar", "./t2q export");

    private final Path file;
    private final URLClassLoader loader;

    private ExportJar(Path file, URLClassLoader loader) {
        this.file = file;
        this.loader = loader;
    }

    /** Opens the jar next to the running program. Fails if it is missing. */
    static ExportJar open() {
        Path file = JAR.file();
        try {
            URL[] jars = {file.toUri().toURL()};
            return new ExportJar(file, new URLClassLoader(jars, ExportJar.class.getClassLoader()));
        } catch (MalformedURLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the jar's export format. Fails if the jar belongs to another t2q version. */
    TableFormat format() {
        try {
            TableFormat.Provider provider = ServiceLoader.load(TableFormat.Provider.class, loader)
                    .findFirst()
                    .orElseThrow(() -> Problem.of(file)
                            .fault("has no export format")
                            .expected("the jar of this t2q version; " + JAR.origin())
                            .exception(ExitStatus.ENVIRONMENT));
            return provider.open();
        } catch (ServiceConfigurationError | LinkageError e) {
            throw Problem.of(file)
                    .fault("cannot be used: " + e)
                    .expected("the jar of this t2q version; " + JAR.origin())
                    .exception(ExitStatus.ENVIRONMENT, e);
        } catch (IOException e) {
            throw Problem.of(file).fault("cannot be used", e).exception(ExitStatus.ENVIRONMENT, e);
        }
    }

    @Override
    public void close() throws IOException {
        loader.close();
    }
}
