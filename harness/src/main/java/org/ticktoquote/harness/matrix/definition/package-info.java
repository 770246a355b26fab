/** Definition of a test matrix: reads its file, applies inheritance and checks it, independent of hosts. */
@NullMarked
package org.ticktoquote.harness.matrix.definition;

import org.jspecify.annotations.NullMarked;
