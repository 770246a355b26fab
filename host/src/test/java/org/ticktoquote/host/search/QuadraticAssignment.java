package org.ticktoquote.host.search;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Instance of QAPLIB (Burkard, Karisch, Rendl, J. Global Optimization 10, 1997): size, then two matrices. */
final class QuadraticAssignment {
    private QuadraticAssignment() {}

    /** Reads a .dat file. At least one matrix must be symmetric. */
    static PlacementProblem read(Path file) throws IOException {
        long[] numbers = Arrays.stream(Files.readString(file).trim().split("\\s+", -1))
                .mapToLong(Long::parseLong)
                .toArray();
        int size = (int) numbers[0];
        double[][] first = matrix(numbers, 1, size);
        double[][] second = matrix(numbers, 1 + size * size, size);
        boolean swapped = !isSymmetric(second);
        return of(swapped ? second : first, swapped ? first : second);
    }

    private static double[][] matrix(long[] numbers, int offset, int size) {
        double[][] matrix = new double[size][size];
        for (int i = 0; i < size * size; i++) {
            matrix[i / size][i % size] = numbers[offset + i];
        }
        return matrix;
    }

    private static boolean isSymmetric(double[][] matrix) {
        for (int i = 0; i < matrix.length; i++) {
            for (int j = 0; j < i; j++) {
                if (matrix[i][j] != matrix[j][i]) {
                    return false;
                }
            }
        }
        return true;
    }

    /** The problem whose cost is the sum over ordered pairs of flow x distance. */
    static PlacementProblem of(double[][] flows, double[][] distances) {
        PlacementProblem problem = PlacementProblem.assignment(flows.length);
        for (int i = 0; i < flows.length; i++) {
            for (int j = 0; j < flows.length; j++) {
                problem.addWeight(i, j, flows[i][j]);
                problem.distance(i, j, distances[i][j]);
            }
        }
        return problem;
    }

    /** Distances of a grid of rows and columns, in steps along its lines. */
    static double[][] grid(int rows, int columns) {
        double[][] distances = new double[rows * columns][rows * columns];
        for (int i = 0; i < distances.length; i++) {
            for (int j = 0; j < distances.length; j++) {
                distances[i][j] = Math.abs(i / columns - j / columns) + Math.abs(i % columns - j % columns);
            }
        }
        return distances;
    }
}
