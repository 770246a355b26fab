package org.ticktoquote.harness.cli;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.ticktoquote.analysis.export.TableFormat;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.host.process.JavaCommand;

/** {@code t2q-export.jar}, which holds a database engine and therefore is no part of {@code t2q.jar}: it stands beside it. */
final class ExportJar implements AutoCloseable {
    static final String NAME = "t2q-export.jar";

    private static final String WHERE = "mvn package of t2q's sources makes it as harness/target/" + NAME
            + ", and ./t2q export there by itself; copy it beside t2q.jar";

    private final Path file;
    private final URLClassLoader loader;

    private ExportJar(Path file, URLClassLoader loader) {
        this.file = file;
        this.loader = loader;
    }

    /** The one beside the program that runs; refuses where there is none. */
    static ExportJar open() {
        Optional<Path> own = JavaCommand.ownJar();
        if (own.isEmpty()) {
            throw Problem.of(NAME)
                    .fault("this t2q runs from no t2q.jar that it could stand beside")
                    .refusal(ExitStatus.ENVIRONMENT);
        }
        return open(own.get().resolveSibling(NAME));
    }

    static ExportJar open(Path file) {
        if (!Files.isRegularFile(file)) {
            throw Problem.of(file).fault("is missing; " + WHERE).refusal(ExitStatus.ENVIRONMENT);
        }
        try {
            URL[] jars = {file.toUri().toURL()};
            return new ExportJar(file, new URLClassLoader(jars, ExportJar.class.getClassLoader()));
        } catch (MalformedURLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The format in it; refuses the jar of another version. */
    TableFormat format() {
        try {
            TableFormat.Provider provider = ServiceLoader.load(TableFormat.Provider.class, loader)
                    .findFirst()
                    .orElseThrow(() -> Problem.of(file)
                            .fault("holds no format to export to")
                            .expected("that of this t2q; " + WHERE)
                            .refusal(ExitStatus.ENVIRONMENT));
            return provider.open();
        } catch (ServiceConfigurationError | LinkageError e) {
            throw Problem.of(file)
                    .fault("cannot be used: " + e)
                    .expected("that of this t2q; " + WHERE)
                    .refusal(ExitStatus.ENVIRONMENT, e);
        } catch (IOException e) {
            throw Problem.of(file).fault("cannot be used", e).refusal(ExitStatus.ENVIRONMENT, e);
        }
    }

    @Override
    public void close() throws IOException {
        loader.close();
    }
}
