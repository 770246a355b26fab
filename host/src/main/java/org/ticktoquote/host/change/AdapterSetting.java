package org.ticktoquote.host.change;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.ticktoquote.host.source.Host;
import org.ticktoquote.host.source.Reading;
import org.ticktoquote.host.state.Adapter;

/**
 * Options of an adapter that {@code ethtool} reads and changes.
 *
 * @param adapter name of the interface
 * @param aspect which of its options
 * @param wanted names and values in turn, as ethtool takes them
 */
public record AdapterSetting(String adapter, Aspect aspect, String wanted) implements Setting {
    /** Options that ethtool shows by another name than it takes. */
    private static final Map<String, String> SHOWN_NAMES =
            Map.of("gro", "generic-receive-offload", "lro", "large-receive-offload");

    /** A group of options: how ethtool shows and changes it. */
    public enum Aspect {
        COALESCING("-c", "-C"),
        OFFLOADS("-k", "-K");

        private final String show;
        private final String change;

        Aspect(String show, String change) {
            this.show = show;
            this.change = change;
        }

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** The values of options in an output of ethtool; an option that the adapter does not have is left out. */
        public Map<String, String> values(String output, List<String> options) {
            Map<String, String> fields = Adapter.fields(output);
            Map<String, String> values = new LinkedHashMap<>();
            for (String option : options) {
                String value = fields.get(SHOWN_NAMES.getOrDefault(option, option));
                if (value != null && !value.equals("n/a") && !value.endsWith("[fixed]")) {
                    values.put(option, value.split("\\s+", -1)[0]);
                }
            }
            return values;
        }

        /** What ethtool says of it. */
        public Reading show(Host host, String adapter) {
            return host.tool("ethtool", show, adapter);
        }
    }

    static boolean isName(String name) {
        return Arrays.stream(Aspect.values())
                .anyMatch(aspect -> !name.startsWith("-") && name.matches("[^ ]+ " + aspect.word()));
    }

    static AdapterSetting named(String name, String wanted) {
        String[] words = name.split(" ", 2);
        Aspect aspect = Arrays.stream(Aspect.values())
                .filter(candidate -> words.length == 2 && candidate.word().equals(words[1]))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'" + name + "' names no setting"));
        return new AdapterSetting(words[0], aspect, wanted);
    }

    /** Options and values as one text. */
    public static String text(Map<String, String> values) {
        List<String> words = new ArrayList<>();
        values.forEach((option, value) -> words.add(option + " " + value));
        return String.join(" ", words);
    }

    @Override
    public String name() {
        return adapter + " " + aspect.word();
    }

    @Override
    public Reading current(Host host) {
        return aspect.show(host, adapter).map(output -> text(aspect.values(output, options())));
    }

    private List<String> options() {
        String[] words = wanted.split(" ", -1);
        List<String> options = new ArrayList<>();
        for (int i = 0; i < words.length; i += 2) {
            options.add(words[i]);
        }
        return options;
    }

    @Override
    public void set(Host host, String value) throws IOException {
        host.change(words(value));
    }

    private List<String> words(String value) {
        List<String> words = new ArrayList<>(List.of("ethtool", aspect.change, adapter));
        words.addAll(Arrays.asList(value.split(" ", -1)));
        return words;
    }

    @Override
    public String command(String value) {
        return String.join(" ", words(value));
    }
}
