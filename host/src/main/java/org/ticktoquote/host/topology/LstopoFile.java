package org.ticktoquote.host.topology;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.stream.Location;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.IoReason;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Problem.Place;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.command.UserPath;
import org.ticktoquote.host.machine.MemoryNodes;
import org.ticktoquote.host.state.CpuList;

/** XML of {@code lstopo} (hwloc 2.x). Document types and external entities are not read. */
final class LstopoFile {
    private static final String EXPECTED = "XML of lstopo 2.x, as lstopo --of xml writes it";
    private static final String NETWORK_DEVICE = "2";
    private static final int LATENCY = 4;
    private static final int MOST_DIGITS = 4096;
    private static final int MOST_NODES = 1024;
    private static final int OWN_DISTANCE = 10;

    private final Path file;
    private final XMLStreamReader xml;
    private final Deque<CpuList> nodesOfParents = new ArrayDeque<>();
    private final List<Integer> units = new ArrayList<>();
    private final List<CpuList> cores = new ArrayList<>();
    private final List<CpuList> sockets = new ArrayList<>();
    private final TreeMap<Integer, List<CpuList>> caches = new TreeMap<>();
    private final Map<Integer, CpuList> nodes = new TreeMap<>();
    private final Map<String, Integer> adapters = new LinkedHashMap<>();
    private final List<Integer> indexes = new ArrayList<>();
    private final List<Integer> distances = new ArrayList<>();
    private CpuList allowed = CpuList.none();
    private boolean latencies;

    private LstopoFile(Path file, XMLStreamReader xml) {
        this.file = file;
        this.xml = xml;
    }

    static CpuTopology read(Path file) {
        XMLInputFactory factory = XMLInputFactory.newFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        try (InputStream in = Files.newInputStream(UserPath.input(file))) {
            return new LstopoFile(file, factory.createXMLStreamReader(in)).topology();
        } catch (IOException e) {
            throw Problem.of(file).fault("cannot be read: " + IoReason.of(e)).refusal(e);
        } catch (XMLStreamException e) {
            throw refusal(file, e.getLocation(), "not XML");
        }
    }

    private static Refusal refusal(Path file, @Nullable Location at, String fault) {
        Place place = at == null || at.getLineNumber() < 1
                ? new Place(file.toString(), 0, 0)
                : new Place(file.toString(), at.getLineNumber(), at.getColumnNumber());
        return Problem.ofFault(fault).expected(EXPECTED).at(place).refusal();
    }

    private CpuTopology topology() throws XMLStreamException {
        while (xml.hasNext()) {
            int event = xml.next();
            if (event == XMLStreamConstants.START_ELEMENT) {
                start(xml.getLocalName());
            } else if (event == XMLStreamConstants.END_ELEMENT
                    && xml.getLocalName().equals("object")) {
                nodesOfParents.pop();
            }
        }
        List<CpuPosition> positions = units.stream()
                .sorted()
                .filter(cpu -> allowed.isEmpty() || allowed.contains(cpu))
                .map(this::position)
                .toList();
        if (positions.isEmpty()) {
            throw refusal(file, null, "without a CPU");
        }
        return new CpuTopology(positions, CpuList.none(), new MemoryNodes(adapters, distances()));
    }

    private CpuPosition position(int cpu) {
        List<CpuList> llcs = caches.isEmpty() || caches.lastKey() < 2
                ? sockets
                : caches.lastEntry().getValue();
        int core = indexOf(cores, cpu);
        int node = nodes.entrySet().stream()
                .filter(each -> each.getValue().contains(cpu))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(0);
        return new CpuPosition(
                cpu,
                core < 0 ? cores.size() + cpu : core,
                Math.max(0, indexOf(llcs, cpu)),
                Math.max(0, indexOf(sockets, cpu)),
                node);
    }

    private static int indexOf(List<CpuList> sets, int cpu) {
        for (int i = 0; i < sets.size(); i++) {
            if (sets.get(i).contains(cpu)) {
                return i;
            }
        }
        return -1;
    }

    private Map<Integer, List<Integer>> distances() {
        Map<Integer, List<Integer>> rows = new LinkedHashMap<>();
        if (indexes.isEmpty() || distances.size() != indexes.size() * indexes.size()) {
            return rows;
        }
        int last = indexes.stream().mapToInt(Integer::intValue).max().orElse(0);
        for (int from = 0; from < indexes.size(); from++) {
            Integer[] row = new Integer[last + 1];
            Arrays.fill(row, OWN_DISTANCE);
            for (int to = 0; to < indexes.size(); to++) {
                row[indexes.get(to)] = distances.get(from * indexes.size() + to);
            }
            rows.put(indexes.get(from), List.of(row));
        }
        return rows;
    }

    private void start(String element) throws XMLStreamException {
        switch (element) {
            case "topology" -> {
                if (!attribute("version").startsWith("2")) {
                    throw refusal(file, xml.getLocation(), "version '" + attribute("version") + "' of the format");
                }
            }
            case "object" -> object(attribute("type"));
            case "distances2" ->
                latencies = attribute("type").equals("NUMANode")
                        && indexes.isEmpty()
                        && (number(attribute("kind"), 1 << 16) & LATENCY) != 0;
            case "indexes" -> addNumbers(indexes, MOST_NODES);
            case "u64values" -> addNumbers(distances, 1 << 16);
            default -> {
                // not about CPUs
            }
        }
    }

    private void object(String type) {
        CpuList cpus = bits("cpuset");
        CpuList own = bits("nodeset");
        switch (type) {
            case "Machine" -> allowed = bits("allowed_cpuset");
            case "Package" -> sockets.add(cpus);
            case "Core" -> cores.add(cpus);
            case "PU" -> units.add(number(attribute("os_index"), MOST_DIGITS));
            case "NUMANode" -> nodes.put(number(attribute("os_index"), MOST_NODES), cpus);
            case "OSDev" -> {
                CpuList node = nodesOfParents.stream()
                        .filter(each -> !each.isEmpty())
                        .findFirst()
                        .orElse(CpuList.none());
                if (attribute("osdev_type").equals(NETWORK_DEVICE) && node.count() == 1) {
                    adapters.put(attribute("name"), node.last());
                }
            }
            default -> {
                if (type.matches("L[2-5]Cache")) {
                    caches.computeIfAbsent(type.charAt(1) - '0', first -> new ArrayList<>())
                            .add(cpus);
                }
            }
        }
        nodesOfParents.push(own);
    }

    private String attribute(String name) {
        String value = xml.getAttributeValue(null, name);
        return value == null ? "" : value;
    }

    private int number(String digits, int below) {
        if (!digits.matches("[0-9]{1,9}") || Integer.parseInt(digits) >= below) {
            throw refusal(file, xml.getLocation(), "'" + digits + "' instead of a number below " + below);
        }
        return Integer.parseInt(digits);
    }

    /** Hexadecimal words of 32 bits, the highest first: {@code 0x00000001,0xffffffff}; one may be empty, which is 0. */
    private CpuList bits(String name) {
        String text = attribute(name);
        if (!text.matches("(0x[0-9a-f]{1,8})?(,(0x[0-9a-f]{1,8})?)*") || text.length() > MOST_DIGITS) {
            throw refusal(file, xml.getLocation(), name + " '" + text + "' instead of words of a bit map");
        }
        BitSet bits = new BitSet();
        String[] words = text.split(",", -1);
        for (int i = 0; i < words.length; i++) {
            BigInteger word = words[i].isEmpty() ? BigInteger.ZERO : new BigInteger(words[i].substring(2), 16);
            for (int bit = 0; bit < word.bitLength(); bit++) {
                bits.set((words.length - 1 - i) * Integer.SIZE + bit, word.testBit(bit));
            }
        }
        return CpuList.of(bits);
    }

    private void addNumbers(List<Integer> list, int below) throws XMLStreamException {
        if (latencies) {
            for (String each : xml.getElementText().trim().split("\\s+", -1)) {
                list.add(number(each, below));
            }
        }
    }
}
