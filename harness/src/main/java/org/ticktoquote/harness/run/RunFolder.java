package org.ticktoquote.harness.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.command.UserPath;
import org.ticktoquote.core.run.RunDirectory;

/**
 * The directory of one run on the disk: new or empty at its begin, and gone at its end when nothing was measured.
 *
 * <p>Only files that the run's own processes write are ever removed. Logs of an earlier run that measured nothing do not
 * stand in the way of the next one.
 */
public final class RunFolder {
    private static final Pattern LOG =
            Pattern.compile("(ssh-)?(guardian|replayer|pricing-app|fix-clients|deputy-.*)\\.log");
    private static final Pattern OURS = Pattern.compile(
            "run\\.json(\\.part)?|application\\.sha256|threads(-.+)?\\.json|host-audit(-.+)?\\.json|clients\\.json|fix-clients\\.json"
                    + "|gc-(replayer|fix-clients|harness)\\.log(\\.\\d)?|(ticks|warmup|quotes-\\d+)\\.journal.*"
                    + "|hiccups-(replayer|fix-clients|harness)\\.journal.*|audit-(replayer|fix-clients|harness)\\.jsonl");
    private static final Pattern BUILT_IN = Pattern.compile("gc\\.log(\\.\\d)?|truth-(ticks|quotes)\\.journal.*");
    /** The JVM's log option has no way to quote these. */
    private static final Pattern UNFIT = Pattern.compile("[\"%\\n]");

    private final Path path;
    private final List<Path> made = new ArrayList<>();

    private RunFolder(Path path) {
        this.path = path;
    }

    /** A folder that a run may take; refuses one that holds something, and one that cannot be. */
    public static RunFolder at(Path path) {
        Path whole = path.toAbsolutePath().normalize();
        if (path.toString().isEmpty()) {
            throw wrong(path, "expected a directory");
        }
        if (UNFIT.matcher(whole.toString()).find()) {
            throw wrong(path, "a run directory's path must not hold \" or %");
        }
        UserPath.outputFolder(path);
        if (Files.exists(whole) && list(whole).stream().anyMatch(file -> !isLog(file))) {
            throw wrong(path, "it is not empty: a run never writes over another one");
        }
        return new RunFolder(path);
    }

    private static boolean isLog(Path file) {
        return LOG.matcher(file.getFileName().toString()).matches();
    }

    private static Refusal wrong(Path path, String reason) {
        return new Refusal(ExitStatus.USAGE, "--out '" + path + "': " + reason);
    }

    private static List<Path> list(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        } catch (IOException e) {
            throw new Refusal(ExitStatus.ENVIRONMENT, folder + ": cannot be read: " + e, e);
        }
    }

    public RunDirectory directory() {
        return new RunDirectory(path);
    }

    /** Makes the folder, with those above it, and empties it of left-over logs. */
    public void create() {
        for (Path each = path.toAbsolutePath().normalize();
                each != null && !Files.exists(each);
                each = each.getParent()) {
            made.add(each);
        }
        try {
            Files.createDirectories(path);
            for (Path log : list(path)) {
                Files.delete(log);
            }
        } catch (IOException e) {
            throw new Refusal(ExitStatus.ENVIRONMENT, path + ": cannot be made: " + e, e);
        }
    }

    /**
     * Removes what the run wrote, and the folders that were made for it as far as they are empty then.
     *
     * @param builtIn whether the application is the built-in one, whose files are ours
     * @param keepLogs whether logs that say something stay
     */
    public void removeUnmeasured(boolean builtIn, boolean keepLogs) {
        try {
            for (Path file : list(path)) {
                String name = file.getFileName().toString();
                boolean log = isLog(file) && !(keepLogs && Files.size(file) > 0);
                if (log
                        || OURS.matcher(name).matches()
                        || builtIn && BUILT_IN.matcher(name).matches()) {
                    Files.deleteIfExists(file);
                }
            }
            for (Path folder : made) {
                Files.deleteIfExists(folder);
            }
        } catch (DirectoryNotEmptyException somebodyElses) {
            // What others wrote stays, and so do the folders around it.
        } catch (IOException e) {
            throw new UncheckedIOException(path + ": cannot be removed: " + e, e);
        }
    }
}
