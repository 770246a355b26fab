package org.ticktoquote.comparison.compare;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.comparison.gate.runs.RunFinder;
import org.ticktoquote.comparison.matrix.MatrixRecord;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.UserPath;

/**
 * Argument of a comparison: {@code [NAME=]PATH[#TAG][:UNIT]}.
 *
 * @param name name for users; empty if not given
 * @param tag tag of the lines of an {@code .hlog}; null if not given
 * @param unit unit of the values in the file; null if not given
 */
public record CompareArgument(
        String name,
        Path path,
        @Nullable String tag,
        @Nullable ValueUnit unit) {
    private static final Pattern FILE = Pattern.compile("(.+\\.(?:hlog|hgrm))(?:#([^:]*))?(?::(\\w*))?");
    private static final Pattern NAMED = Pattern.compile("[^=/#]*=");
    private static final Pattern TAGGED = Pattern.compile("\\.(?:hlog|hgrm)#");
    private static final int MAX_NAME_LENGTH = 80;

    /**
     * Parses an argument. Names, paths and tags can contain {@code =}. The name ends at the first {@code =} followed by an
     * existing path. If no path exists, it ends at the first {@code =} before any folder or tag.
     */
    public static CompareArgument parse(String text) {
        Matcher tagged = TAGGED.matcher(text);
        int end = tagged.find() ? tagged.start() : text.length();
        int from = 0;
        do {
            if (isThere(text.substring(from))) {
                return of(text, from);
            }
            from = text.indexOf('=', from) + 1;
        } while (from > 0 && from <= end);
        Matcher named = NAMED.matcher(text);
        return of(text, named.lookingAt() ? named.end() : 0);
    }

    private static boolean isThere(String path) {
        Matcher file = FILE.matcher(path);
        return !path.isEmpty() && Files.exists(Path.of(path)) || file.matches() && Files.exists(Path.of(file.group(1)));
    }

    /** @param from index of the path; 0 without a name */
    private static CompareArgument of(String text, int from) {
        String name = from == 0 ? "" : text.substring(0, from - 1).strip();
        if (from > 0 && (name.isEmpty() || name.length() > MAX_NAME_LENGTH)) {
            throw Problem.ofValue(text)
                    .expected("NAME=PATH with a name of 1 to " + MAX_NAME_LENGTH + " characters")
                    .exception();
        }
        String path = text.substring(from);
        Matcher file = FILE.matcher(path);
        return file.matches() && !Files.exists(Path.of(path))
                ? new CompareArgument(name, Path.of(file.group(1)), tag(text, file), unit(text, file.group(3)))
                : new CompareArgument(name, Path.of(path), null, null);
    }

    private static @Nullable String tag(String text, Matcher file) {
        @Nullable String tag = file.group(2);
        if (tag != null && (tag.isEmpty() || !file.group(1).endsWith(".hlog"))) {
            throw Problem.ofValue(text)
                    .fault(tag.isEmpty() ? "has no tag after '#'" : "has a tag and is not an .hlog file")
                    .expected("FILE.hlog#TAG, as in all.hlog#reads")
                    .exception();
        }
        return tag;
    }

    private static @Nullable ValueUnit unit(String text, @Nullable String unit) {
        if (unit == null) {
            return null;
        }
        return ValueUnit.of(unit)
                .orElseThrow(() -> Problem.ofValue(text)
                        .fault("has the unknown unit '" + unit + "'")
                        .expected("ns, us or ms after the file name")
                        .exception());
    }

    /** Returns whether {@code --tag} applies to this argument. */
    public boolean takesTag() {
        return has(".hlog") && tag == null;
    }

    /** Returns whether {@code --unit} applies to this argument. */
    public boolean takesUnit() {
        return file() && unit == null;
    }

    /** Returns whether it is an HdrHistogram file. */
    public boolean file() {
        return has(".hlog") || has(".hgrm");
    }

    private boolean has(String end) {
        return !Files.isDirectory(path) && path.toString().endsWith(end);
    }

    /** Reads one element, or one per case of a matrix. */
    List<Compared> read(
            Latency latency, @Nullable ValueUnit otherwise, @Nullable String otherTag, @Nullable LoadLoop loop) {
        if (file()) {
            UserPath.input(path);
            @Nullable ValueUnit asked = unit == null ? otherwise : unit;
            HistogramValues values = has(".hlog")
                    ? HistogramLog.read(path, asked, tag == null ? otherTag : tag, tag != null)
                    : PercentileTable.read(path, asked);
            String end = path.getFileName() + (tag == null ? "" : "#" + tag);
            return List.of(Compared.of(nameOr(end), values, loop == null ? values.loop() : loop));
        }
        if (Files.exists(path) && !Files.isDirectory(path)) {
            throw Problem.of(path)
                    .fault("is neither a directory nor an .hlog or .hgrm file")
                    .expected("a run, a matrix, a directory of runs or a HdrHistogram file")
                    .exception();
        }
        UserPath.folder(path);
        Path whole = path.toAbsolutePath().normalize();
        Path matrix = whole.resolve(MatrixRecord.FILE);
        if (!Files.isRegularFile(matrix)) {
            String end = String.valueOf(whole.getFileName());
            return List.of(Compared.of(nameOr(end), RunFinder.of(path), latency));
        }
        List<Compared> cases = new ArrayList<>();
        for (var one : MatrixRecord.read(matrix).cases()) {
            String title = name.isEmpty() ? one.name() : name + " " + one.name();
            cases.add(Compared.of(title, RunFinder.ofCase(whole, one.name()), latency));
        }
        return cases;
    }

    private String nameOr(String otherwise) {
        return name.isEmpty() ? otherwise : name;
    }
}
