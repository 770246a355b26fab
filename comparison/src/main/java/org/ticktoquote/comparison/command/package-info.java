/** Commands about several runs and about stored runs and matrices: comparison, outliers, compression, removal. */
@NullMarked
package org.ticktoquote.comparison.command;

import org.jspecify.annotations.NullMarked;
