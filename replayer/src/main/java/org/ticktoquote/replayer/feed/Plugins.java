package org.ticktoquote.replayer.feed;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.DaemonThread;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Problem.Place;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.UserPath;
import org.ticktoquote.core.file.Sha256;
import org.ticktoquote.core.run.PluginFile;

/**
 * The user's {@code --plugin} jars, loaded for the lifetime of the process. Classes of t2q and its libraries take precedence.
 * All jars share one class loader, so that a jar can be a library for the others.
 *
 * @param files loaded files
 * @param classes loads classes of t2q and all jars
 */
public record Plugins(List<PluginFile> files, ClassLoader classes) {
    static final String OPTION = "--plugin";

    static final String LOADER = "plugins";

    public static final Plugins NONE = new Plugins(List.of(), Plugins.class.getClassLoader());

    private static final int MAX_TEXT_LENGTH = 300;

    public Plugins {
        files = List.copyOf(files);
    }

    /**
     * Loads jars.
     *
     * @throws ProblemException if one is missing, unreadable or not a jar
     */
    public static Plugins load(List<Path> jars) {
        if (jars.isEmpty()) {
            return NONE;
        }
        List<PluginFile> files = jars.stream().map(Plugins::file).toList();
        URL[] urls = jars.stream().map(Plugins::url).toArray(URL[]::new);
        return new Plugins(files, new URLClassLoader(LOADER, urls, Plugins.class.getClassLoader()));
    }

    /**
     * Runs a jar's code on a separate thread, because it can throw anything or never return.
     *
     * @param what describes the result in messages
     */
    static <T> T call(String what, Supplier<T> maker) {
        FutureTask<T> task = new FutureTask<>(maker::get);
        DaemonThread.start("plugin-loading", task);
        T made;
        try {
            made = task.get(PluginCalls.CALL_LIMIT_NS, TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            Throwable thrown = e.getCause() == null ? e : e.getCause();
            throw fault(what + " is not available: " + describe(thrown), "", thrown);
        } catch (TimeoutException e) {
            throw fault(what + " is not available within " + PluginCalls.CALL_LIMIT, "", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (CancellationException) new CancellationException("interrupted").initCause(e);
        }
        if (made == null) {
            throw fault(what + " is null", "", null);
        }
        return made;
    }

    /**
     * Returns the exception that blames a jar's class for a throwable, at a place such as {@code tick 17}; empty if no such
     * class is on the stack.
     */
    public static Optional<ProblemException> blamed(Throwable thrown, String place) {
        return frame(thrown)
                .map(frame ->
                        fault(frame.getClassName() + " failed at " + place + ": " + describe(thrown), "", thrown));
    }

    /** Returns the exception for a faulty jar. */
    static ProblemException fault(String fault, String expected, @Nullable Throwable cause) {
        return Problem.of(OPTION).fault(fault).expected(expected).exception(ExitStatus.BAD_INPUT, cause);
    }

    String names() {
        return files.stream().map(PluginFile::name).collect(Collectors.joining(", "));
    }

    private static PluginFile file(Path jar) {
        ProblemException.under(OPTION, () -> UserPath.regularInput(jar));
        try (JarFile opened = new JarFile(jar.toFile())) {
            MessageDigest digest = Sha256.newDigest();
            digest.update(Files.readAllBytes(jar));
            return new PluginFile(name(opened), Sha256.hex(digest));
        } catch (ZipException e) {
            throw Problem.of(OPTION)
                    .value(jar)
                    .fault("is not a jar, or is damaged")
                    .exception(ExitStatus.BAD_INPUT, e);
        } catch (IOException e) {
            throw Problem.of(OPTION).value(jar).fault("cannot be read", e).exception(ExitStatus.BAD_INPUT, e);
        }
    }

    private static String name(JarFile jar) {
        return String.valueOf(Path.of(jar.getName()).getFileName());
    }

    private static URL url(Path jar) {
        try {
            return jar.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Describes an exception of a jar's class and its place, even if the exception's {@code toString} throws. */
    static String describe(Throwable thrown) {
        Throwable cause = thrown.getCause();
        boolean loading = thrown instanceof ServiceConfigurationError || thrown instanceof ExceptionInInitializerError;
        return loading && cause != null ? describe(cause) : textOf(thrown) + place(thrown);
    }

    private static String textOf(Throwable thrown) {
        try {
            String said = String.valueOf(thrown);
            return said.length() <= MAX_TEXT_LENGTH ? said : said.substring(0, MAX_TEXT_LENGTH) + "...";
        } catch (Throwable silent) {
            return thrown.getClass().getName();
        }
    }

    /** Returns file and line of the first frame in a jar; empty if the JVM recorded no stack, as when out of memory. */
    private static String place(Throwable thrown) {
        return frame(thrown)
                .map(found -> " (" + found.getFileName() + ":" + found.getLineNumber() + ")")
                .orElse("");
    }

    /** Returns the first frame of a class in a jar. */
    private static Optional<StackTraceElement> frame(Throwable thrown) {
        return Arrays.stream(thrown.getStackTrace())
                .filter(each -> LOADER.equals(each.getClassLoaderName()))
                .findFirst();
    }

    /**
     * Returns a factory for the named decoder. Each call creates an instance.
     *
     * @param file file that contains the name
     * @throws ProblemException if no decoder has the name, or one cannot be loaded
     */
    public Supplier<PayloadDecoder> decoders(String name, Path file) {
        try {
            List<Supplier<PayloadDecoder>> all = ServiceLoader.load(PayloadDecoder.class, classes).stream()
                    .map(Plugins::decoders)
                    .toList();
            return all.stream()
                    .filter(each -> name.equals(protocol(each)))
                    .findFirst()
                    .orElseThrow(() -> unknown(name, file, all));
        } catch (ServiceConfigurationError | LinkageError e) {
            throw fault("a decoder cannot be loaded: " + describe(e), "", e);
        }
    }

    private static Supplier<PayloadDecoder> decoders(ServiceLoader.Provider<PayloadDecoder> provider) {
        String what = "the decoder " + provider.type().getName();
        return () -> call(what, provider);
    }

    private static String protocol(Supplier<PayloadDecoder> decoders) {
        PayloadDecoder decoder = decoders.get();
        return call("the protocol of " + decoder.getClass().getName(), decoder::protocol);
    }

    private static ProblemException unknown(String name, Path file, List<Supplier<PayloadDecoder>> all) {
        String known = all.stream().map(Plugins::protocol).collect(Collectors.joining(", "));
        return Problem.of("decoder")
                .at(Place.atLine(file, 0))
                .value(name)
                .fault("is an unknown decoder")
                .expected(
                        known.isEmpty()
                                ? "--plugin with a jar that names it in META-INF/services/"
                                        + PayloadDecoder.class.getName()
                                : "one of " + known)
                .exception();
    }
}
