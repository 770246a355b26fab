package org.ticktoquote.report;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Style sheet and scripts embedded in every page: t2q's own, and uPlot with its licence. */
final class Assets {
    private static final String PLOT = "/third-party/uplot-1.6.32/";
    private static final List<String> SHARED =
            List.of("units.js", "drawing.js", "panel.js", "cursor-plot.js", "percentile-axis.js");

    private Assets() {}

    static String style() {
        return licence() + resource(PLOT + "uPlot.min.css") + "\n" + resource("page.css");
    }

    /** Returns the script of a page with only these charts. */
    static String script(List<String> charts) {
        String ours = Stream.of(SHARED, charts, List.of("page.js"))
                .flatMap(List::stream)
                .map(Assets::resource)
                .collect(Collectors.joining());
        return licence() + resource(PLOT + "uPlot.iife.min.js") + "(() => {\n'use strict';\n" + ours + "})();\n";
    }

    private static String licence() {
        return "/* uPlot 1.6.32\n\n" + resource(PLOT + "LICENSE") + "\n*/\n";
    }

    private static String resource(String name) {
        try (InputStream in = Assets.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new FileNotFoundException(name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
