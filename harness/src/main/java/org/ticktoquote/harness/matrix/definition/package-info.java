/** Definition of a test matrix as written in its file: read, inherited and checked, independent of hosts. */
@NullMarked
package org.ticktoquote.harness.matrix.definition;

import org.jspecify.annotations.NullMarked;
