/** Commands about stored runs and matrices: derived again, compressed, removed. */
@NullMarked
package org.ticktoquote.analysis.command;

import org.jspecify.annotations.NullMarked;
