package org.ticktoquote.host.change;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.ticktoquote.host.source.Host;
import org.ticktoquote.host.source.HostFixture;
import org.ticktoquote.host.source.HostRecorder.RecordedHost;
import org.ticktoquote.host.source.Reading;

/** Recorded host with a simulated ethtool, whose kernel can refuse or adjust written values. */
public final class TouchyHost implements Host {
    private final Path root;
    private final RecordedHost tree;
    private final Set<String> refused = new HashSet<>();
    private final Map<String, String> stubborn = new HashMap<>();

    public TouchyHost(Path root) {
        this.root = root;
        this.tree = new RecordedHost(root);
    }

    /** Makes writes to the file fail. */
    public TouchyHost refuse(String path) {
        refused.add(path);
        return this;
    }

    /** Makes the file hold the given value after any write. */
    public TouchyHost insistOn(String path, String value) {
        stubborn.put(path, value);
        return this;
    }

    @Override
    public Reading file(String path) {
        return tree.file(path);
    }

    @Override
    public List<String> names(String directory) {
        return tree.names(directory);
    }

    @Override
    public Reading tool(String... words) {
        return tree.tool(words);
    }

    @Override
    public void write(String path, String value) throws IOException {
        if (refused.contains(path)) {
            throw new IOException("Invalid argument");
        }
        tree.write(path, choose(path, stubborn.getOrDefault(path, value)));
    }

    /** Puts the selected choice in brackets, as the kernel does. */
    private String choose(String path, String value) {
        String before = tree.file(path).or("");
        return before.contains("[")
                ? before.replaceAll("[\\[\\]]", "").replaceFirst("\\b" + value + "\\b", "[" + value + "]")
                : value + "\n";
    }

    /** Applies {@code ethtool -C eth0 adaptive-rx off rx-usecs 0} to the recorded output of {@code ethtool -c eth0}. */
    @Override
    public void change(List<String> words) throws IOException {
        String shown = "/tools/ethtool_" + words.get(1).toLowerCase(Locale.ROOT) + "_" + words.get(2);
        String output = tree.file(shown).or("");
        for (int i = 3; i + 1 < words.size(); i += 2) {
            String name = words.get(i)
                    .replace("adaptive-rx", "Adaptive RX")
                    .replaceFirst("^gro$", "generic-receive-offload")
                    .replaceFirst("^lro$", "large-receive-offload");
            output = output.replaceFirst("(?m)^" + name + ": \\S+", name + ": " + words.get(i + 1));
        }
        HostFixture.write(root, shown, output);
    }

    @Override
    public Host later(Duration wait) {
        return tree.later(wait);
    }
}
