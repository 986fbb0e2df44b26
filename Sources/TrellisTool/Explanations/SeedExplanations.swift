// Seeds are read by the testing library, within a person's tests: no command of the tool meets them.
extension ExplanationFamily {
    static let seeds = ExplanationFamily(
        "Seeds of tests",
        [
            Explanation(
                "TR2001", "A name in seeds that the model does not have",
                """
                A file of seeds names its model, and in it entities, attributes and relationships
                as the model does. An abstract entity has no objects, and a derived attribute has
                its value from others.
                """),
            Explanation(
                "TR2002", "A label in seeds that leads nowhere",
                """
                A relationship of a seed names another seed by its label. Labels are unique in the
                file, and the object that one stands for is of the entity that the relationship
                leads to, or of one that inherits from it.
                """),
            Explanation(
                "TR2003", "A value in seeds that does not fit its attribute",
                """
                A value is written as its attribute's type has it: an instant with Z, a decimal
                with no more places than its scale, data as Base64, an enum as its raw value,
                JSON as a text or as what YAML has for it.
                """),
            Explanation(
                "TR2004", "A seed without a value that is required",
                """
                A seed gives every required attribute, also one that has a default in the model:
                the default is part of the initializer of the class, which seeds do not call.
                """),
            Explanation(
                "TR2005", "A seed that breaks a rule",
                """
                Seeds are saved as a program saves objects: with the rules of the model and those
                of their classes' own.
                """),
        ])
}
